public import AudioSources
import FFmpeg
public import MediaTime
import ReplayControl
public import ReplayLibrary
import ReplayMovie
import ReplaySources
import Synchronization
import Threads

/// A recorder of video and audio that an application produces itself, instead of a screen.
///
/// The recorder encodes and writes within the application, on its own threads. A crash of the application loses about
/// the last quarter of a second.
public final class SampleBufferRecorder: Sendable {
    /// The format of the samples that the application appends.
    public struct Configuration: Sendable {
        /// The width in pixels, even, in 16...16384.
        public var width: Int
        /// The height in pixels, even, in 16...16384.
        public var height: Int
        /// The audio sources, each in its own track.
        public var audio: [AudioSource] = []
        /// The approximate frame rate, in frames per second, in 1...240. Every frame is recorded at its own time.
        public var framesPerSecond = 60
        /// The name of the recording, or nil.
        public var name: String?

        /// Creates a configuration without audio, for 60 frames per second.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    private struct State {
        var buffers: [VideoSampleBuffer] = []
        /// The time of the last frame, or nil before the first one, which sets the movie's clock.
        var lastTime: HostTime?
        var end: HostTime?
        var failure: String?
    }

    /// The recording's identifier.
    public let id: RecordingID
    private let library: RecordingLibrary
    private let configuration: Configuration
    private let session: RecordingSession
    private let state: ConditionLock<State>
    private let latest = Mutex<HostTime?>(nil)
    /// The encoding thread, or nil once the recording is being completed.
    private let thread: Mutex<WorkerThread?>

    /// The maximum number of frames that wait for the encoder.
    private static let queueLimit = 4

    /// Begins a recording. Its time 0 is that of the first frame. The application must ask its user for consent. The
    /// administrator's policy applies here too.
    /// - Throws: `RecorderError` for an invalid configuration or if the policy forbids the recording, and
    ///   `FileSystemError`.
    public init(_ configuration: Configuration, library: RecordingLibrary) throws {
        try Self.validate(configuration)
        let state = ConditionLock(State())
        let facts = RecordingFacts(id: .generate(), name: configuration.name, origin: .application)
        let (session, video) = try RecordingSession.begin(
            facts, in: library,
            format: .init(
                width: configuration.width, height: configuration.height,
                framesPerSecond: configuration.framesPerSecond, audio: configuration.audio),
            followsHostClock: false,
            onEvent: { event in
                state.update { $0.failure = $0.failure ?? Self.failure(in: event) }
            })
        self.id = facts.id
        self.library = library
        self.configuration = configuration
        self.session = session
        self.state = state
        let thread = try WorkerThread(named: "samples") { Self.encode(state, into: video) }
        self.thread = Mutex(thread)
    }

    /// Returns the error message of an event, or nil if the movie continues.
    private static func failure(in event: OutputEvent) -> String? {
        switch event {
        case .failed(let reason), .encoderFailed(let reason): reason
        case .diskFull: "the disk is full"
        case .proxyFailed, .notesFailed: nil
        }
    }

    private static func validate(_ configuration: Configuration) throws(RecorderError) {
        var general = RecordingConfiguration()
        general.audio = configuration.audio
        general.framesPerSecond = configuration.framesPerSecond
        general.name = configuration.name
        try general.validate()
        try RecordingPolicy.check(general)
        for side in [configuration.width, configuration.height] where side % 2 != 0 || !(16...16_384).contains(side) {
            throw RecorderError(
                .invalid, description: "width and height must be even and between 16 and 16384 (got \(side))")
        }
    }

    /// Appends a frame. Its time must be after that of the previous frame.
    /// - Returns: ``AppendResult/accepted``, or the reason why the frame was dropped.
    @discardableResult
    public func append(_ buffer: VideoSampleBuffer) -> AppendResult {
        guard hasAllRows(buffer) else { return .bufferTooSmall }
        let result: AppendResult = state.update { state in
            if state.end != nil { return .ended }
            if let last = state.lastTime, buffer.time <= last { return .notAfterPrevious }
            guard state.buffers.count < Self.queueLimit else { return .encoderIsBehind }
            if state.lastTime == nil { session.begin(at: buffer.time) }
            state.lastTime = buffer.time
            state.buffers.append(buffer)
            return .accepted
        }
        if result == .accepted { note(buffer.time) }
        return result
    }

    private func hasAllRows(_ buffer: VideoSampleBuffer) -> Bool {
        let (upright, isSideways) = (configuration, buffer.rotation.isSideways)
        let width = isSideways ? upright.height : upright.width
        let height = isSideways ? upright.width : upright.height
        let needed = buffer.bytesPerRow.multipliedReportingOverflow(by: height - 1)
        return buffer.bytesPerRow >= width * 4 && !needed.overflow
            && buffer.pixels.count - width * 4 >= needed.partialValue
    }

    /// Appends audio to a track. Audio before the first frame is dropped. Gaps are filled with silence.
    public func append(_ buffer: AudioSampleBuffer, to kind: AudioSource) {
        buffer.samples.withUnsafeBufferPointer { session.append($0, at: buffer.time, to: kind) }
        let frames = Int64(buffer.samples.count / kind.channels)
        note(buffer.time + SampleClock.duration(of: frames))
    }

    private func note(_ time: HostTime) { latest.withLock { $0 = max($0 ?? time, time) } }

    /// Ends the recording. Returns when its movie is complete.
    /// - Parameter time: The end, on the clock of the frames. Nil for the time of the latest frame or the end of the
    ///   latest audio.
    /// - Throws: `RecorderError` if nothing was appended, the recording has already ended, or the movie could not be
    ///   written.
    public func stop(at time: HostTime? = nil) async throws -> Recording {
        guard let end = time ?? latest.withLock({ $0 }) else {
            try await discard()
            throw RecorderError(.invalid, description: "no frame was appended, so there is nothing to keep")
        }
        let ending = try await finish(at: end)
        guard ending.reason == .requested else {
            throw RecorderError(.cannotCreate, description: ending.message ?? "the movie could not be written")
        }
        return try library.recording(id)
    }

    /// Ends the recording and removes all its files.
    /// - Throws: `FileSystemError`, or `RecorderError` if the recording has already ended.
    public func discard() async throws {
        _ = try await finish(at: latest.withLock { $0 } ?? .now)
        try library.remove(id)
    }

    private func finish(at end: HostTime) async throws -> RecordingFacts.Ending {
        try await WorkerThread.run(named: "finish") { [self] in
            guard let thread = thread.withLock({ $0.take() }) else {
                throw RecorderError(.notRecording, description: "the recording has already ended")
            }
            state.update { $0.end = end }
            thread.join()
            let failure = state.read { $0.failure }
            return session.finish(at: end, reason: failure == nil ? .requested : .failed, message: failure)
        }
    }

    private static func encode(_ state: ConditionLock<State>, into video: VideoTrack) {
        var painter = SampleBufferPainter(video.image)
        do {
            while let buffer = next(state) {
                try video.repeatFrame(until: buffer.time)
                painter.paint(buffer)
                try video.encode(at: buffer.time)
            }
            let end = state.read { $0.end } ?? .now
            try video.repeatFrame(until: end)
            try video.end(at: end)
        } catch {
            state.update { $0.failure = $0.failure ?? "\(error)" }
        }
    }

    /// Waits for a frame. Returns nil when the recording has ended and all frames are encoded.
    private static func next(_ state: ConditionLock<State>) -> VideoSampleBuffer? {
        state.wait(until: .distantFuture) { state -> VideoSampleBuffer?? in
            if !state.buffers.isEmpty { return state.buffers.removeFirst() }
            return state.end == nil ? nil : .some(nil)
        } ?? nil
    }
}
