import Descriptors
import Files
import Glibc
import MediaTime
import ReplayBroadcast
import ReplayControl
import ReplayErrors
import ReplayLibrary
import SystemPackage

/// The main loop of `replay-cast`: it answers requests, keeps the time for the state machine, and starts and drops
/// connections to the target.
final class CastService {
    private let configuration: BroadcastController.Configuration
    private let recording: Recording
    private let filter: SecretFilter
    private let folder: Directory
    private let records: CastRecords
    private let listener: OwnedDescriptor
    /// The name of the target for users, which no other broadcast in progress has.
    private let name: String
    private let extensions: CastExtensions
    /// The process that runs the service's programs; nil if there was no set-up.
    private let preparation: SetupConnection?
    private let mailbox: Mailbox<(CastLink.Number, CastLink.Event)>
    private let signals: SignalDescriptor
    private var peers: [CastPeer]
    private var machine: BroadcastMachine
    private var link: (any CastConnection)?
    /// The last connection, which may be dropped already.
    private var lastLink: (any CastConnection)?
    private var links = 0
    /// The progress of all earlier connections.
    private var earlier = CastLink.Progress()
    private var connections = 0
    /// True to encode the screen within the limits of the target.
    private var encodes: Bool
    private var nextReport = HostTime.now
    /// True if a user asked for the end.
    private var isStopping = false
    /// The requests of peers that the state machine has not handled yet.
    private var requests: [BroadcastMachine.Event] = []
    /// True while the last program of the service runs, after the broadcast.
    private var isFinishing = false

    /// The interval between reports, and the longest time between looks at the clock.
    private static let (tickInterval, step) = (Duration.milliseconds(500), Duration.milliseconds(100))
    private static let maxPeers = 64
    /// The time in which a handler's processes are gone, at the latest.
    private static let handlerEnd = Duration.seconds(3)
    /// The time in which a folder is complete, unless its disk hangs.
    private static let folderEnd = Duration.seconds(30)

    /// - Throws: `CategorizedError` if the recording is not in progress, or the socket cannot be created.
    init(
        _ settings: CastConfiguration, owner: LineSocket, preparation: SetupConnection?,
        extensions: CastExtensions
    ) throws {
        let configuration = settings.target
        (self.configuration, self.preparation) = (configuration, preparation)
        self.extensions = extensions
        encodes = configuration.encodes
        filter = SecretFilter([configuration.key].compactMap(\.self))
        recording = try RecordingLibrary.open(home: settings.home).recording(settings.recording)
        guard recording.state() == .recording else {
            throw RecorderError(.notRecording, description: "“\(recording.displayName)” is not being recorded")
        }
        if recording.isInParts, case .comments = configuration.destination {
            throw BroadcastError(
                .usage,
                description: "a recording with --buffer keeps no comments, because it loses its beginning")
        }
        try Self.check(configuration.destination, isOutside: recording.home)
        signals = try SignalDescriptor()
        mailbox = try Mailbox()
        folder = try RuntimeFolder.open(home: settings.home)
        listener = try ControlSocket.listen(in: folder, as: CastSocket.ownName)
        machine = BroadcastMachine(limits: .init(retries: configuration.retries, for: configuration.destination))
        peers = [CastPeer(owner, isOwner: true, isWatching: true)]
        records = CastRecords(in: folder)
        let status = BroadcastStatus(
            number: getpid(), recording: recording.id, target: configuration.name, state: .connecting)
        name = try records.register(CastRecord(status: status, recordingPath: recording.path)).target
        guard case .file(let path) = configuration.destination.asFile, name != configuration.name else { return }
        records.remove(getpid())
        throw BroadcastError(.temporary, description: "another broadcast is writing \(path)")
    }

    /// Checks that a file or folder to write is not a part of a library, whose movies it could destroy.
    private static func check(_ destination: BroadcastDestination, isOutside home: String) throws {
        guard case .file(let path) = destination.asFile else { return }
        let library = try home.resolvedPath()
        // A target that does not exist has no resolved path.
        let place = try (try? path.resolvedPath()) ?? path.withoutEndingSlashes.pathParts.folder.resolvedPath()
        guard !(place + "/").hasPrefix(library + "/") else {
            throw BroadcastError(
                .cannotCreate, description: "\(path) is inside the library of recordings; choose another place")
        }
    }

    /// Broadcasts until the broadcast is over.
    func run() throws {
        // A leftover socket is removed by the next program that looks for broadcasts.
        defer { try? folder.remove(CastSocket.ownName) }
        do {
            try broadcast()
        } catch {
            leaveRecord(problem: "\(error)")
            throw error
        }
        finishPreparation()
        // After a failure, the playlists are still being ended.
        if case .folder = configuration.destination { lastLink?.awaitEnd(for: Self.folderEnd) }
        leaveRecord(problem: status.problem)
        tell(CastReply(ended: status))
        // A handler that is being ended must not outlive this process.
        if case .handler = configuration.destination { lastLink?.awaitEnd(for: Self.handlerEnd) }
    }

    private func broadcast() throws {
        preparation?.tellBeginning()
        try carryOut(machine.start(at: .now))
        while !machine.isOver {
            wait()
            try handleEvents()
        }
    }

    /// Leaves the reason of the end behind, for those who do not follow the broadcast. A broadcast that ends as its user
    /// wants, or with its recording, leaves nothing.
    private func leaveRecord(problem: String?) {
        guard !isStopping, let problem, RecordingLock.isHeld(in: recording.folder) else {
            return records.remove(getpid())
        }
        var last = status
        // The address of this process's own server no longer works.
        (last.problem, last.publicURL, last.viewers) = (problem, configuration.publicURL, nil)
        if !last.state.isOver { last.state = .ended }
        // Without this record, the first one says that the process ended unexpectedly.
        try? records.write(CastRecord(status: last, recordingPath: recording.path))
    }

    /// Waits until the service's last program has ended. It has a time limit of its own.
    private func finishPreparation() {
        guard let preparation else { return }
        preparation.tellEnd(endReason)
        isFinishing = true
        while !preparation.isFinished {
            wait()
            // The broadcast is over: events and signals no longer matter, but must not wake this loop again.
            (_, _) = (mailbox.takeAll(), signals.take())
            if HostTime.now >= nextReport { report() }
        }
        isFinishing = false
    }

    private var endReason: BroadcastSetup.EndReason {
        if machine.failure != nil { return .failed }
        return isStopping ? .stopped : .recordingEnded
    }

    /// Sleeps until a peer, a signal, the mailbox or the clock requires action.
    private func wait() {
        var polled = [listener.descriptor, mailbox.descriptor, signals.descriptor]
            .map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
        // A negative descriptor is not polled.
        let programs = preparation.map { $0.isFinished ? -1 : $0.descriptor.rawValue } ?? -1
        polled.append(pollfd(fd: programs, events: Int16(POLLIN), revents: 0))
        let first = polled.count
        polled += peers.map { pollfd(fd: $0.descriptor.rawValue, events: $0.events, revents: 0) }
        let count = poll(&polled, nfds_t(polled.count), Self.step.timeoutMilliseconds)
        guard count > 0 else { return }
        if polled[0].revents != 0, let caller = ControlSocket.accept(listener) { welcome(caller) }
        // The indices are those of `peers` at the time of the poll.
        if polled[first - 1].revents != 0 { preparation?.receive() }
        for index in (first..<polled.count).reversed() where polled[index].revents != 0 {
            let (peer, events) = (peers[index - first], Int32(polled[index].revents))
            if events & POLLOUT != 0 { peer.sendUnsent() }
            if events & (POLLIN | POLLHUP | POLLERR) != 0 { listen(to: peer) }
        }
    }

    private func welcome(_ caller: LineSocket) {
        let peer = CastPeer(caller, isOwner: false, isWatching: false)
        guard peers.count < Self.maxPeers else {
            let error = BroadcastError(
                .temporary, description: "the broadcast has \(Self.maxPeers) clients, which is its maximum")
            return peer.send(CastReply(failed: .init(error)))
        }
        peers.append(peer)
    }

    private func listen(to peer: CastPeer) {
        // The broadcast continues without the program that started it.
        guard let requests = peer.receive() else { return peers.removeAll { $0 === peer } }
        for request in requests { answer(request, from: peer) }
    }

    private func answer(_ request: CastRequest?, from peer: CastPeer) {
        switch request?.request {
        case .status: peer.send(CastReply(status: status))
        case .watch:
            peer.isWatching = true
            peer.send(CastReply(status: status))
        case .pause: post(.pauseRequested, for: peer)
        case .resume: post(.resumeRequested, for: peer)
        // The answer is `ended`.
        case .stop:
            (peer.isWatching, isStopping) = (true, true)
            post(.stopRequested, for: nil)
        case nil:
            peer.send(CastReply(failed: .init(BroadcastError(.usage, description: "the request is not understood"))))
        }
    }

    private func post(_ event: BroadcastMachine.Event, for peer: CastPeer?) {
        requests.append(event)
        peer?.isWatching = true
    }

    private func handleEvents() throws {
        let before = machine.state
        if signals.take() != nil {
            isStopping = true
            requests.append(.stopRequested)
        }
        for request in requests { try carryOut(machine.handle(request, at: .now)) }
        requests = []
        for (number, event) in mailbox.takeAll() where number == link?.number { try handle(event) }
        try carryOut(machine.tick(at: .now, busySince: link?.progress.busySince))
        // While no connection follows the movie, this looks for the recording's end.
        if machine.state == .waiting, !RecordingLock.isHeld(in: recording.folder) {
            try carryOut(machine.handle(.recordingEnded, at: .now))
        }
        if machine.state != before || .now >= nextReport { report() }
    }

    private func handle(_ event: CastLink.Event) throws {
        switch event {
        case .connected:
            connections += 1
            preparation?.tellLive("\(recording.id)")
            try carryOut(machine.handle(.connected, at: .now))
        case .failed(let failure): try carryOut(machine.handle(.failed(failure), at: .now))
        case .exceedsLimits:
            encodes = true
            let reason = "the recording exceeds the target’s limits and is encoded from now on"
            try carryOut(machine.handle(.failed(BroadcastFailure(.lost, reason: reason)), at: .now))
        case .completed: try carryOut(machine.handle(.completed, at: .now))
        }
    }

    private func carryOut(_ actions: [BroadcastMachine.Action]) throws {
        for action in actions {
            switch action {
            case .connect: try connect()
            case .disconnect: disconnect()
            case .complete: link?.complete()
            case .suspend: link?.setSuspended(true)
            case .resume: link?.setSuspended(false)
            }
        }
    }

    private func connect() throws {
        links += 1
        link = try openConnection { [mailbox] in mailbox.post(($0, $1)) }
        lastLink = link
    }

    private func openConnection(
        _ report: @escaping @Sendable (CastLink.Number, CastLink.Event) -> Void
    ) throws -> any CastConnection {
        guard case .comments(let source) = configuration.destination else {
            return try CastLink(
                links, configuration: configuration, recording: recording, after: earlier.place,
                skipsToKeyframe: links > 1 || !configuration.beginsAtStart, encodes: encodes, filter: filter,
                viewerOutput: extensions.viewerOutput, report: report)
        }
        guard let connector = extensions.commentConnector else {
            throw BroadcastError(.unavailable, description: "this program cannot read comments")
        }
        return try connector(links, source, recording, earlier.comments, report)
    }

    private func disconnect() {
        guard let link else { return }
        link.interrupt()
        earlier = total
        self.link = nil
    }

    /// The progress of all connections.
    private var total: CastLink.Progress {
        guard let progress = link?.progress else { return earlier }
        var total = progress
        total.bytes += earlier.bytes
        total.frames += earlier.frames
        total.skippedFrames += earlier.skippedFrames
        total.slowFrames += earlier.slowFrames
        total.place = progress.place ?? earlier.place
        total.publicURL = progress.publicURL ?? earlier.publicURL
        total.comments = progress.comments ?? earlier.comments
        return total
    }

    private func report() {
        nextReport = .now + Self.tickInterval
        let reply = CastReply(status: status)
        for peer in peers where peer.isWatching { peer.offer(reply) }
    }

    private var status: BroadcastStatus {
        let total = total
        var status = BroadcastStatus(
            number: getpid(), recording: recording.id, target: name, state: isFinishing ? .ending : machine.state)
        (status.bytes, status.frames, status.droppedFrames) = (
            total.bytes, total.frames, total.skippedFrames + total.slowFrames
        )
        status.delay = Double(total.backlog) / 1e9
        (status.connections, status.encodingRate) = (connections, total.encodingRate)
        status.nextAttempt = machine.nextAttempt.map { max(0, ($0 - .now).seconds) }
        (status.problem, status.problemKind) = (machine.failure?.reason, machine.failure?.kind)
        status.setupProblem = preparation?.problem
        (status.publicURL, status.viewers) = (configuration.publicURL ?? total.publicURL, total.viewers)
        status.comments = total.comments
        return status
    }

    /// Sends the last message to all peers, for at most 500 ms.
    private func tell(_ reply: CastReply) {
        for peer in peers { peer.send(reply) }
        let deadline = HostTime.now + .milliseconds(500)
        while HostTime.now < deadline, peers.contains(where: \.hasUnsent) {
            var polled = peers.filter(\.hasUnsent).map {
                pollfd(fd: $0.descriptor.rawValue, events: $0.events, revents: 0)
            }
            poll(&polled, nfds_t(polled.count), 50)
            for peer in peers { peer.sendUnsent() }
        }
    }
}

/// A connection of a program that started or controls the broadcast.
typealias CastPeer = LinePeer<CastRequest, CastReply>

extension Duration {
    /// The duration in seconds, for display.
    fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
