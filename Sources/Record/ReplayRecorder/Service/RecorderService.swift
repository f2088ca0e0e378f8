import Descriptors
import FFmpeg
import Files
import Glibc
import MediaTime
package import ReplayControl
import ReplayLibrary
import ReplayMovie
import Threads

/// The service that `replayd` runs: one recording from its sources to its end, with the programs that watch and control
/// it.
///
/// The service runs on the process's first thread. The threads of sources and output reach it through its mailbox.
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
    /// The documented limit of 64 MB, less 4 MB.
    private var memory = ResidentMemory(limit: 60 << 20)
    private var warning: String?
    /// The warning that the watchers know.
    private var reportedWarning: String?
    /// The time when a recording ends whose window was closed.
    private var windowEnd: HostTime?
    private let startTime = BeaconFile.startTime
    /// The number of marks in the recording.
    private var marks = 0
    /// The ending, once known. The thread that completes the recording sets it.
    private let ending = ConditionLock<RecordingFacts.Ending?>(nil)
    private var isEnding = false

    private static let tickInterval = Duration.milliseconds(500)
    /// The delay of the first report. By then all threads run, and memory that only the start used can be released.
    private static let firstInterval = Duration.milliseconds(100)
    /// The maximum number of connections. No desktop has that many panels, bars and terminals; further connections are
    /// refused.
    private static let maxPeers = 32
    /// The time limit for the display or disk to answer while the recording is being completed.
    private static let timeout = Duration.seconds(10)

    /// - Parameter owner: The connection to the program that began the recording.
    package init(_ configuration: RecordingConfiguration, owner: LineSocket) throws {
        self.configuration = configuration
        machine = RecordingMachine(outlivesWindow: configuration.outlivesWindow)
        library = try RecordingLibrary.open(home: configuration.home)
        mailbox = try EventMailbox()
        signals = try SignalDescriptor()
        // After the signals are blocked, which a thread takes over.
        log = try RecorderLog(configuration) { [mailbox] in mailbox.post(.warned($0, $1)) }
        // A recording does not fail because other programs cannot be notified.
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
        "the recording cannot be announced to other programs: \(error)"
    }

    /// Records until the recording ends.
    /// - Throws: An error if the recording could not begin. Later errors are stored in the recording and reported to
    ///   all watchers.
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
        // Announces the capture to other programs before the owner gets its answer.
        handleEvents(capture)
        peers.first?.send(ControlReply(started: capture.started))
        nextReport = .now + Self.firstInterval
        // The owner reads no status before this.
        reportedWarning = nil
        while ending.read({ $0 == nil }), capture.silence < Self.timeout || machine.isRunning {
            wait(for: listener, capture)
            handleEvents(capture)
        }
        guard let ending = ending.read({ $0 }) else { return giveUp(capture) }
        let isDiscarded = machine.state == .discarded
        if isDiscarded { log.leaveFolder() }
        try clearAway(folder, discarded: isDiscarded ? id : nil, listener: listener, capture: capture)
        // Logged only now: a recorder that is killed while it logs would leave its socket in a recording that has
        // ended.
        log.note(ending: ending, isDiscarded: isDiscarded)
        beacon?.remove()
        // A warning of the last moments is not lost.
        if warning != reportedWarning { report(capture) }
        tell(.init(id: id, ending: isDiscarded ? nil : ending))
        if configuration.isDetached, !isDiscarded { DesktopNotification(of: ending, id)?.post() }
    }

    /// The dialog that tells the owner when the desktop asks its user. The owner's disconnection or a signal ends the
    /// wait.
    private var dialog: PortalDialog {
        PortalDialog(interruptions: peers.map(\.descriptor) + [signals.descriptor]) { [peers] isAsking in
            peers.first?.send(ControlReply(asking: isAsking))
        }
    }

    /// Removes the socket and a discarded recording, on a separate thread. Clients that wait get status meanwhile.
    private func clearAway(
        _ folder: Directory, discarded: RecordingID?, listener: OwnedDescriptor, capture: LiveCapture
    ) throws {
        let outcome = ConditionLock<Result<Void, any Error>?>(nil)
        let thread = try WorkerThread(named: "removal") { [library, mailbox] in
            let result = Result {
                // A leftover socket is harmless, because no process listens on it.
                try? folder.remove(ControlSocket.name)
                if let discarded { try library.remove(discarded) }
            }
            outcome.update { $0 = result }
            mailbox.post(.finished)
        }
        while outcome.read({ $0 == nil }) {
            wait(for: listener, capture)
            // Events that arrive now have no effect.
            _ = (mailbox.takeAll(), signals.take())
        }
        thread.join()
        try outcome.read { $0 }?.get()
    }

    /// Sends the ending to all peers, for at most 1 s.
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

    /// Reports the ending without touching the disk, because such a call would not return. The next command repairs the
    /// recording.
    private func giveUp(_ capture: LiveCapture) {
        let (id, ending) = (capture.session.recording.id, capture.abandoned)
        log.note(ending: ending, isDiscarded: false)
        tell(.init(id: id, ending: ending))
        if configuration.isDetached { DesktopNotification(of: ending, id)?.post() }
    }

    /// Sleeps until a peer, a signal, the mailbox or the clock requires action.
    private func wait(for listener: OwnedDescriptor, _ capture: LiveCapture) {
        var polled = [listener.descriptor, mailbox.descriptor, signals.descriptor]
            .map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
        polled += peers.map { pollfd(fd: $0.descriptor.rawValue, events: $0.events, revents: 0) }
        let end = machine.isRunning ? capture.deadline : nil
        let deadline = [nextReport, end, machine.isRunning ? windowEnd : nil].compactMap(\.self).min() ?? nextReport
        let milliseconds = (deadline - .now).timeoutMilliseconds
        let count = poll(&polled, nfds_t(polled.count), milliseconds)
        // Reports depend on the clock, so that a peer that sends without pause does not delay them.
        if HostTime.now >= nextReport {
            report(capture)
            log.note(capture.session)
            memory.keepSmall()
        }
        guard count > 0 else { return }
        if polled[0].revents != 0, let caller = ControlSocket.accept(listener) { welcome(caller) }
        // The indices are those of `peers` at the time of the poll.
        for index in (3..<polled.count).reversed() where polled[index].revents != 0 {
            let (peer, events) = (peers[index - 3], Int32(polled[index].revents))
            if events & POLLOUT != 0 { peer.sendUnsent() }
            if events & (POLLIN | POLLHUP | POLLERR) != 0 { listen(to: peer, capture) }
        }
    }

    private func welcome(_ caller: LineSocket) {
        let peer = ControlPeer(caller, isOwner: false, isWatching: false)
        guard peers.count < Self.maxPeers else {
            return peer.refuse("the recorder has \(Self.maxPeers) clients, which is its maximum", kind: .busy)
        }
        peers.append(peer)
    }

    private func handleEvents(_ capture: LiveCapture) {
        for event in events(capture) { carryOut(machine.handle(event), with: capture) }
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
        for request in requests { answer(request, from: peer, with: capture) }
    }

    private func answer(_ request: ControlRequest?, from peer: ControlPeer, with capture: LiveCapture) {
        guard let request else { return peer.refuse("the request is not understood") }
        do {
            try check(request, against: capture)
        } catch {
            return peer.refuse(error.description)
        }
        switch request.request {
        case .status: peer.send(ControlReply(status: status(capture)))
        case .watch: peer.isWatching = true
        case .stop, .discard:
            // The answer is `ended`.
            if let event = RecordingMachine.Event(request) { mailbox.post(event) }
        default:
            guard let event = RecordingMachine.Event(request) else { return }
            let actions = machine.handle(event)
            carryOut(actions, with: capture)
            peer.send(
                ControlReply(
                    done: .init(
                        request: request.request, time: capture.session.elapsed(), isChanged: !actions.isEmpty,
                        number: request.request == .mark ? marks : nil)))
        }
    }

    private func check(_ request: ControlRequest, against capture: LiveCapture) throws(RecorderError) {
        if let name = request.name { try RecordingConfiguration.validate(name: name) }
        let isAboutMicrophone = request.request == .mute || request.request == .unmute
        if isAboutMicrophone, !capture.session.audioTracks.contains(where: { $0.kind == .microphone }) {
            throw RecorderError(.invalid, description: "the recording has no microphone")
        }
    }

    private func report(_ capture: LiveCapture) {
        nextReport = .now + Self.tickInterval
        reportedWarning = warning
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

    private func carryOut(_ actions: [RecordingMachine.Action], with capture: LiveCapture) {
        guard !actions.isEmpty else { return }
        for action in actions { carryOut(action, with: capture) }
        guard machine.isRunning else { return }
        beacon?.show(
            .init(
                id: capture.session.recording.id, pid: getpid(), startTime: startTime, state: machine.state,
                isMuted: machine.isMuted,
                isCovered: capture.session.control.current?.isCovered ?? false))
        report(capture)
    }

    private func carryOut(_ action: RecordingMachine.Action, with capture: LiveCapture) {
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
        case .finish(let reason, let message): finish(capture, reason: reason, message: message)
        case .discard: finish(capture, reason: .requested, message: nil)
        }
    }

    private func finish(_ capture: LiveCapture, reason: RecordingFacts.Ending.Reason, message: String?) {
        guard !isEnding else { return }
        isEnding = true
        capture.finish(reason: reason, message: message) { [ending, mailbox] in
            ending.update { [known = $0] in $0 = known }
            mailbox.post(.finished)
        }
    }
}
