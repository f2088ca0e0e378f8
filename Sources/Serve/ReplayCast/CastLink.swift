import FFmpeg
import Files
package import MediaTime
package import ReplayBroadcast
import ReplayLibrary
package import ReplayMovie
import Synchronization
import Threads

/// One connection to the target, with a thread that reads the growing movie and sends its packets. A call into FFmpeg
/// may block for long; the connection is then interrupted and dropped, and its thread ends by itself.
package final class CastLink: CastConnection {
    /// The number of a connection, so that late events of a dropped one are ignored.
    package typealias Number = Int

    package enum Event: Sendable {
        case connected
        case failed(BroadcastFailure)
        /// Everything was sent, and the output is complete. True if the recording has ended.
        case completed(recordingEnded: Bool)
        /// The recording exceeds the limits of the target, and is not encoded.
        case exceedsLimits
    }

    /// The progress of the connection.
    package struct Progress: Sendable {
        package var bytes: Int64 = 0
        package var frames = 0
        /// The number of frames that were left out to continue with a keyframe.
        package var skippedFrames = 0
        /// The number of frames that the target was too slow for.
        package var slowFrames = 0
        /// The time from the last packet sent to the newest one in the movie, in nanoseconds.
        package var backlog: Int64 = 0
        /// The place to continue from.
        package var place: MovieFollower.Place?
        /// The start of the write in progress.
        package var busySince: HostTime?
        /// The public address for viewers, if the output made one.
        package var publicURL: String?
        /// The number of viewers, if the output serves them.
        package var viewers: Int?
        /// The bit rate of the output's own encoder.
        package var encodingRate: Int?
        /// The comments so far, if the connection is to their source.
        package var comments: CommentSummary?

        package init() {}
    }

    private struct Commands {
        var isSuspended = false
        var isCompleting = false
    }

    package let number: Number
    private let interruption = Interruption()
    private let commands = Mutex(Commands())
    private let state = Mutex(Progress())
    private let watch: GrowthWatch
    private let hasEnded = ConditionLock(false)
    private let configuration: BroadcastController.Configuration
    private let recording: Recording
    private let filter: SecretFilter
    private let viewerOutput: ViewerOutput?
    private let encodes: Bool
    private let report: @Sendable (Number, Event) -> Void

    /// The interval in milliseconds at which a movie that does not grow is checked for its end.
    private static let timeout: Int32 = 500
    /// The interval in milliseconds at which an output follows the clock.
    private static let tickInterval: Int32 = 100

    /// The time in which viewers learn that a user ended the broadcast.
    private static let lingerAfterStop = Duration.milliseconds(400)

    /// Starts a connection.
    /// - Parameters:
    ///   - place: The place to continue from; nil for the movie's beginning.
    ///   - skipsToKeyframe: True to begin with the newest keyframe.
    ///   - encodes: True to encode the screen within the limits of the target.
    ///   - report: Called on the connection's thread.
    /// - Throws: `FileSystemError`, `ThreadError`.
    init(
        _ number: Number, configuration: BroadcastController.Configuration, recording: Recording,
        after place: MovieFollower.Place?,
        skipsToKeyframe: Bool, encodes: Bool, filter: SecretFilter, viewerOutput: ViewerOutput?,
        report: @escaping @Sendable (Number, Event) -> Void
    ) throws {
        self.number = number
        self.configuration = configuration
        self.filter = filter
        (self.viewerOutput, self.encodes) = (viewerOutput, encodes)
        self.report = report
        self.recording = recording
        watch = try GrowthWatch(recording.folder.path + (recording.isInParts ? "" : "/" + Recording.movieName))
        try WorkerThread.detach(named: "connection") { [self] in
            let start = HostTime.now
            var isOpen = false
            var output: (any CastOutput)?
            do {
                let movie = try MovieFollower(Recording.movieName, in: recording.folder, after: place)
                if skipsToKeyframe { try skip(movie, isFirst: place == nil) }
                let opened = try open(movie.streams, in: recording.folder)
                output = opened
                isOpen = true
                state.withLock { $0.publicURL = opened.publicURL }
                report(number, .connected)
                let recordingEnded = try send(movie, to: opened)
                try opened.finish(recordingEnded: recordingEnded)
                note(opened)
                linger(opened, recordingEnded: recordingEnded)
                report(number, .completed(recordingEnded: recordingEnded))
            } catch {
                let failure = BroadcastFailure(
                    error, to: configuration.destination, isOpen: isOpen, after: .now - start, filter: filter)
                report(number, .failed(failure))
            }
            output?.close()
            hasEnded.update { $0 = true }
        }
    }

    /// Waits until the connection's thread has ended and everything is freed.
    package func awaitEnd(for limit: Duration) { _ = hasEnded.wait(until: .now + limit) { $0 ? true : nil } }

    /// The progress so far.
    package var progress: Progress { state.withLock { $0 } }

    /// Ends all calls into FFmpeg, and drops the connection.
    package func interrupt() {
        interruption.interrupt()
        watch.wake()
    }

    /// Stops sending, or continues with the newest keyframe.
    package func setSuspended(_ isSuspended: Bool) {
        commands.withLock { $0.isSuspended = isSuspended }
        watch.wake()
    }

    /// Completes the output.
    package func complete() {
        commands.withLock { $0.isCompleting = true }
        watch.wake()
    }

    private func open(_ streams: [StreamInfo], in folder: Directory) throws -> any CastOutput {
        guard configuration.destination.isNetwork, encodes || isTooLarge(streams) else {
            return try openOutput(streams, in: folder)
        }
        return try EncodedOutput(streams, limits: configuration.limits ?? .init()) { try openOutput($0, in: folder) }
    }

    /// Returns true if the screen is larger than the target allows.
    private func isTooLarge(_ streams: [StreamInfo]) -> Bool {
        guard let limits = configuration.limits, let screen = streams.first(where: { $0.kind == .video }) else {
            return false
        }
        let size = ScreenEncoder.size(of: screen, limits: limits)
        return size.width + 1 < screen.parameters.width || size.height + 1 < screen.parameters.height
    }

    private func openOutput(_ streams: [StreamInfo], in folder: Directory) throws -> any CastOutput {
        switch configuration.destination {
        case .rtmp(let address):
            try MuxedOutput.rtmp(
                address, configuration: configuration, streams: streams, interruption: interruption)
        case .srt(let address):
            try MuxedOutput.srt(
                address, configuration: configuration, streams: streams, interruption: interruption)
        case .file(let path):
            try MuxedOutput.file(path, replaces: configuration.replacesFile, streams: streams)
        case .folder(let path):
            try FolderOutput(path, streams: streams, replaces: configuration.replacesFile)
        case .viewers(let address):
            try openViewerOutput(at: address, streams: streams, in: folder)
        case .handler(let path):
            try HandlerOutput(
                path, configuration: configuration, recording: recording, streams: streams, interruption: interruption
            ) { [watch] in watch.wake() }
        case .comments: throw BroadcastError(.failed, description: "nothing is sent to a source of comments")
        }
    }

    private func openViewerOutput(
        at address: ListenAddress, streams: [StreamInfo], in folder: Directory
    ) throws -> any CastOutput {
        guard let viewerOutput else { throw BroadcastError(.unavailable, description: "this program has no server") }
        return try viewerOutput(address, configuration.window, streams, folder)
    }

    /// Sends packets until the output must be completed.
    /// - Returns: True if the recording has ended.
    private func send(_ movie: MovieFollower, to output: any CastOutput) throws -> Bool {
        let maxDelay = Int64(saturating: configuration.maxDelay * 1e9)
        let sendsAll = configuration.destination.getsEveryFrame
        var wasSuspended = false
        let isMeasured = configuration.destination.isNetwork && output.encodingRate == nil
        var meter = isMeasured ? configuration.limits.map { RateMeter($0) } : nil
        while true {
            let commands = commands.withLock { $0 }
            if isCompleting { return false }
            let skips = commands.isSuspended || wasSuspended || (!sendsAll && movie.backlog > maxDelay)
            if commands.isSuspended != wasSuspended { output.setSuspended(commands.isSuspended) }
            try output.update()
            let omission = try movie.update(skippingToKeyframe: skips)
            if omission.isGap { output.noteGap() }
            note(dropped: omission.frames)
            note(output)
            wasSuspended = commands.isSuspended
            if !commands.isSuspended, try sendNext(of: movie, to: output, meter: &meter) { continue }
            let hasGrown = watch.wait(milliseconds: output.followsClock ? Self.tickInterval : Self.timeout)
            if !hasGrown, !movie.isGrowing {
                // The recorder may have written its last fragment just before it ended.
                try movie.update()
                while !commands.isSuspended, try sendNext(of: movie, to: output, meter: &meter) {}
                return true
            }
        }
    }

    /// Waits until viewers have fetched the end: for a moment after a request to stop, and not if the recording was
    /// discarded.
    private func linger(_ output: any CastOutput, recordingEnded: Bool) {
        let deadline = HostTime.now + Self.lingerAfterStop
        output.linger { [recording] in
            guard recording.hasMovie, !interruption.isDue else { return false }
            return recordingEnded ? !isCompleting : HostTime.now < deadline
        }
    }

    /// True if the output must be completed at once.
    private var isCompleting: Bool { interruption.isDue || commands.withLock { $0.isCompleting } }

    /// Sends the packets up to the next keyframe or for 100 ms.
    /// - Returns: False if no packet was waiting.
    private func sendNext(
        of movie: MovieFollower, to output: any CastOutput, meter: inout RateMeter?
    ) throws -> Bool {
        guard let first = try movie.read() else { return false }
        let start = HostTime.now
        state.withLock { $0.busySince = $0.busySince ?? start }
        defer { state.withLock { $0.busySince = output.busySince } }
        var next: Packet? = first
        while let packet = next {
            try output.write(packet)
            measure(packet, of: movie, by: &meter)
            next = .now - start < .milliseconds(100) ? try movie.read() : nil
        }
        try output.flush()
        output.follow(backlog: .nanoseconds(movie.backlog))
        state.withLock { state in
            state.backlog = movie.backlog
            state.place = movie.place ?? state.place
        }
        note(output)
        return true
    }

    /// Tells once if the recording exceeds the limits of the target.
    private func measure(_ packet: Packet, of movie: MovieFollower, by meter: inout RateMeter?) {
        guard movie.streams[packet.streamIndex].kind == .video else { return }
        let time = MediaTime(ticks: packet.dts ?? 0, in: movie.streams[packet.streamIndex].timeBase)
        let nanoseconds = time?.converted(to: 1_000_000_000, rounding: .nearest).value ?? 0
        guard meter?.add(time: nanoseconds, size: packet.size) ?? false else { return }
        meter = nil
        report(number, .exceedsLimits)
    }

    /// Notes the progress of the output.
    private func note(_ output: any CastOutput) {
        state.withLock { state in
            (state.bytes, state.frames) = (output.bytes, output.frames)
            state.slowFrames = output.droppedFrames
            (state.busySince, state.encodingRate) = (output.busySince, output.encodingRate)
            state.viewers = output.viewers
        }
    }

    /// Begins with the newest keyframe. What was recorded before the first connection does not count as left out.
    private func skip(_ movie: MovieFollower, isFirst: Bool) throws {
        let omission = try movie.update(skippingToKeyframe: true)
        if !isFirst { note(dropped: omission.frames) }
        state.withLock { $0.place = movie.place ?? $0.place }
    }

    private func note(dropped count: Int) {
        guard count > 0 else { return }
        state.withLock { $0.skippedFrames += count }
    }
}
