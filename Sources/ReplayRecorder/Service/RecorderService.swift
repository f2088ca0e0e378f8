import Descriptors
import FFmpeg
import Glibc
import MediaTime
package import ReplayControl
import ReplayLibrary
import ReplayMovie
import Threads

/// One recording, from its sources to its end, with those who watch and control it: what `replayd` runs.
///
/// Runs on one thread, the process's first; the threads of sources and output reach it through its mailbox.
package final class RecorderService {
    private let configuration: RecordingConfiguration
    private let library: RecordingLibrary
    private let mailbox: EventMailbox
    private let signals: SignalDescriptor
    private let beacon: CaptureBeacon?
    private let log: RecorderLog
    private var nextReport = HostTime.now
    private var peers: [ControlPeer]
    private var machine: RecordingMachine
    private var disk = DiskLevel()
    /// The promise is 64 MB.
    private var memory = ResidentMemory(limit: 60 << 20)
    private var warning: String?
    /// When the recording ends whose window was closed.
    private var windowEnd: HostTime?
    private let startTime = BeaconFile.startTime
    /// How many marks the recording has.
    private var marks = 0
    /// How the recording ended, once that is known: said by the thread that brings it to its end.
    private let ending = ConditionLock<RecordingFacts.Ending?>(nil)
    private var isEnding = false

    private static let tickInterval = Duration.milliseconds(500)
    /// All threads have begun by then, and what only that has used can be given back.
    private static let firstInterval = Duration.milliseconds(100)
    /// More than any desktop has of panels, bars and terminals; a program that connects without end is refused.
    private static let maxPeers = 32
    /// How long display or disk may not answer while the recording is brought to its end.
    private static let timeout = Duration.seconds(10)

    /// - Parameter owner: the connection to the program that began the recording.
    package init(_ configuration: RecordingConfiguration, owner: LineSocket) throws {
        self.configuration = configuration
        machine = RecordingMachine(outlivesWindow: configuration.outlivesWindow)
        library = try RecordingLibrary.open(home: configuration.home)
        mailbox = try EventMailbox()
        signals = try SignalDescriptor()
        // After the signals are blocked, which a thread takes over.
        log = try RecorderLog(configuration) { [mailbox] in mailbox.post(.warned($0, $1)) }
        // A recording is not lost because nobody can be told of it.
        do {
            beacon = try CaptureBeacon(home: configuration.home) { [mailbox] error in
                mailbox.post(.warned(.beacon, error.map(Self.beaconWarning)))
            }
        } catch {
            beacon = nil
            mailbox.post(.warned(.beacon, Self.beaconWarning(error)))
        }
        peers = [ControlPeer(owner, isOwner: true, isWatching: true)]
    }

    private static func beaconWarning(_ error: any Error) -> String {
        "other programs are not told that the screen is recorded: \(error)"
    }

    /// Records until something ends it.
    /// - Throws: where it could not begin; what happens later is written down and told to all who watch.
    package func run() throws {
        defer { log.finish() }
        do {
            try record()
        } catch {
            log.note(failure: error)
            throw error
        }
    }

    private func record() throws {
        let capture = try LiveCapture.begin(configuration, in: library, mailbox: mailbox, dialog: dialog)
        let (id, folder) = (capture.session.recording.id, capture.session.recording.folder)
        log.keep(in: folder)
        log.note(begun: capture.started, capture.session)
        if configuration.resumed != nil { marks = try capture.session.recording.events().count { $0.kind == .mark } }
        let listener = try ControlSocket.listen(in: folder)
        ResidentMemory.settle()
        // First the others are told that the screen is recorded.
        handleEvents(capture)
        peers.first?.send(ControlReply(started: capture.started))
        nextReport = .now + Self.firstInterval
        while ending.read({ $0 == nil }), capture.silence < Self.timeout || machine.isRunning {
            wait(for: listener, capture)
            handleEvents(capture)
        }
        guard let ending = ending.read({ $0 }) else { return giveUp(capture) }
        let isDiscarded = machine.state == .discarded
        if isDiscarded { log.leaveFolder() }
        try clearAway(folder, isDiscarded ? id : nil, listener, capture)
        // Not before: a recorder that is killed while it logs would leave its socket in a recording that has ended.
        log.note(ending: ending, isDiscarded: isDiscarded)
        beacon?.remove()
        tell(.init(id: id, ending: isDiscarded ? nil : ending))
        if configuration.isDetached, !isDiscarded { DesktopNotification(of: ending, id)?.post() }
    }

    /// While the desktop asks its user, the program that began the recording is told so; the wait ends with that program, or by a
    /// signal.
    private var dialog: PortalDialog {
        PortalDialog(interruptions: peers.map(\.descriptor) + [signals.descriptor]) { [peers] isAsking in
            peers.first?.send(ControlReply(asking: isAsking))
        }
    }

    /// Removes the socket, and what is discarded, on a thread of its own: who waits hears of it meanwhile.
    private func clearAway(
        _ folder: Directory, _ discarded: RecordingID?, _ listener: OwnedDescriptor, _ capture: LiveCapture
    ) throws {
        let outcome = ConditionLock<Result<Void, any Error>?>(nil)
        let thread = try WorkerThread("removal") { [library, mailbox] in
            let result = Result {
                // A socket that stays is of no harm: nobody listens at it.
                try? folder.remove(ControlSocket.name)
                if let discarded { try library.discard(discarded) }
            }
            outcome.update { $0 = result }
            mailbox.post(.finished)
        }
        while outcome.read({ $0 == nil }) {
            wait(for: listener, capture)
            // Nothing that comes now changes anything.
            _ = (mailbox.takeAll(), signals.take())
        }
        thread.join()
        try outcome.read { $0 }?.get()
    }

    /// Tells all how the recording ended, as far as they listen.
    private func tell(_ ended: ControlReply.Ended) {
        for peer in peers { peer.send(ControlReply(ended: ended)) }
        let deadline = HostTime.now + .seconds(1)
        while HostTime.now < deadline, peers.contains(where: \.hasUnsent) {
            var polled = peers.filter(\.hasUnsent).map {
                pollfd(fd: $0.descriptor.rawValue, events: $0.events, revents: 0)
            }
            poll(&polled, nfds_t(polled.count), 100)
            for peer in peers { peer.sendUnsent() }
        }
    }

    /// Nothing on the disk is touched: that would not return. The next command brings the recording to its end.
    private func giveUp(_ capture: LiveCapture) {
        let (id, ending) = (capture.session.recording.id, capture.abandoned)
        log.note(ending: ending, isDiscarded: false)
        tell(.init(id: id, ending: ending))
        if configuration.isDetached { DesktopNotification(of: ending, id)?.post() }
    }

    /// Sleeps until a peer, a signal, the mailbox or the clock has something.
    private func wait(for listener: OwnedDescriptor, _ capture: LiveCapture) {
        var polled = [listener.descriptor, mailbox.descriptor, signals.descriptor]
            .map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
        polled += peers.map { pollfd(fd: $0.descriptor.rawValue, events: $0.events, revents: 0) }
        let end = machine.isRunning ? capture.deadline : nil
        let deadline = [nextReport, end, machine.isRunning ? windowEnd : nil].compactMap(\.self).min() ?? nextReport
        let milliseconds = (deadline - .now).timeoutMilliseconds
        let count = poll(&polled, nfds_t(polled.count), milliseconds)
        // By the clock: a peer that sends without end keeps nobody else waiting.
        if HostTime.now >= nextReport {
            report(capture)
            log.note(capture.session)
            memory.keepSmall()
        }
        guard count > 0 else { return }
        if polled[0].revents != 0, let caller = ControlSocket.accept(listener) { welcome(caller) }
        // The entries of `peers` as they were when polled.
        for index in (3..<polled.count).reversed() where polled[index].revents != 0 {
            let (peer, events) = (peers[index - 3], Int32(polled[index].revents))
            if events & POLLOUT != 0 { peer.sendUnsent() }
            if events & (POLLIN | POLLHUP | POLLERR) != 0 { listen(to: peer, capture) }
        }
    }

    private func welcome(_ caller: LineSocket) {
        let peer = ControlPeer(caller, isOwner: false, isWatching: false)
        guard peers.count < Self.maxPeers else {
            return peer.refuse("the recorder has \(Self.maxPeers) callers, which is the most it takes", kind: .busy)
        }
        peers.append(peer)
    }

    private func handleEvents(_ capture: LiveCapture) {
        for event in events(capture) { carryOut(machine.handle(event), capture) }
    }

    private func events(_ capture: LiveCapture) -> [RecordingMachine.Event] {
        var events = mailbox.takeAll()
        if let signal = signals.take() { events.append(.terminated(signal)) }
        if let end = capture.deadline, end <= .now { events.append(.timeIsUp) }
        if let windowEnd, windowEnd <= .now { events.append(.windowGone) }
        events.append(capture.stall.map { .stalled($0) } ?? .writing)
        if let message = disk.warning(free: capture.session.freeBytes) { events.append(.diskLow(message)) }
        return events
    }

    private func listen(to peer: ControlPeer, _ capture: LiveCapture) {
        guard let requests = peer.receive() else {
            peers.removeAll { $0 === peer }
            if peer.isOwner && !configuration.isDetached { mailbox.post(.ownerLost) }
            return
        }
        for request in requests { answer(request, from: peer, capture) }
    }

    private func answer(_ request: ControlRequest?, from peer: ControlPeer, _ capture: LiveCapture) {
        guard let request else { return peer.refuse("the request is not understood") }
        do {
            try check(request, capture)
        } catch {
            return peer.refuse(error.description)
        }
        switch request.request {
        case .status: peer.send(ControlReply(status: status(capture)))
        case .watch: peer.isWatching = true
        case .stop, .discard:
            // Answered by `ended`.
            if let event = RecordingMachine.Event(request) { mailbox.post(event) }
        default:
            guard let event = RecordingMachine.Event(request) else { return }
            let actions = machine.handle(event)
            carryOut(actions, capture)
            peer.send(
                ControlReply(
                    done: .init(
                        request: request.request, time: capture.session.elapsed(), isChanged: !actions.isEmpty,
                        number: request.request == .mark ? marks : nil)))
        }
    }

    private func check(_ request: ControlRequest, _ capture: LiveCapture) throws(RecorderError) {
        if let name = request.name { try RecordingConfiguration.validate(name: name) }
        let isAboutMicrophone = request.request == .mute || request.request == .unmute
        if isAboutMicrophone, !capture.session.audioTracks.contains(where: { $0.kind == .microphone }) {
            throw RecorderError(.invalid, "the recording has no microphone")
        }
    }

    private func report(_ capture: LiveCapture) {
        nextReport = .now + Self.tickInterval
        let status = status(capture)
        for peer in peers where peer.isWatching { peer.offer(ControlReply(status: status)) }
    }

    private func status(_ capture: LiveCapture) -> RecordingStatus {
        let session = capture.session
        let figures = session.figures
        let levels = session.audioTracks.map { ($0.kind, min(1, $0.takePeak())) }
        return RecordingStatus(
            id: session.recording.id, state: machine.state, elapsed: session.elapsed(), bytes: figures.bytes,
            frames: figures.frames, droppedFrames: figures.droppedFrames, droppedAudio: figures.droppedAudio,
            isMuted: machine.isMuted, sources: capture.sources,
            coverReasons: session.control.current?.coverReasons.sorted { $0.rawValue < $1.rawValue } ?? [],
            levels: Dictionary(uniqueKeysWithValues: levels), freeBytes: session.freeBytes, warning: warning)
    }

    private func carryOut(_ actions: [RecordingMachine.Action], _ capture: LiveCapture) {
        guard !actions.isEmpty else { return }
        for action in actions { carryOut(action, capture) }
        guard machine.isRunning else { return }
        beacon?.show(
            .init(
                id: capture.session.recording.id, pid: getpid(), startTime: startTime, state: machine.state,
                isMuted: machine.isMuted,
                isCovered: capture.session.control.current?.isCovered ?? false))
        report(capture)
    }

    private func carryOut(_ action: RecordingMachine.Action, _ capture: LiveCapture) {
        switch action {
        case .pause: capture.change { $0.clock.pause(at: .now) }
        case .resume: capture.change { $0.clock.resume(at: .now) }
        case .mute: capture.change { $0.mute.open(at: .now) }
        case .unmute: capture.change { $0.mute.close(at: .now) }
        case .cover: capture.change { $0.cover(.request, at: .now) }
        case .uncover: capture.change { $0.uncover(.request, at: .now) }
        case .warn(let message):
            warning = message
            log.note(warning: message)
        case .awaitWindow: windowEnd = .now + RecordingMachine.windowTimeout
        case .note(let kind, let detail):
            if kind == .mark { marks += 1 }
            log.note(kind, detail: detail, at: capture.session.elapsed())
            capture.session.note(kind, detail: detail)
        case .finish(let reason, let message): finish(capture, reason, message)
        case .discard: finish(capture, .requested, nil)
        }
    }

    private func finish(_ capture: LiveCapture, _ reason: RecordingFacts.Ending.Reason, _ message: String?) {
        guard !isEnding else { return }
        isEnding = true
        capture.finish(reason: reason, message: message) { [ending, mailbox] in
            ending.update { [known = $0] in $0 = known }
            mailbox.post(.finished)
        }
    }
}
