import FFmpeg
import Glibc
import MediaTime
import ReplayMovie

/// One recording, from its sources to its end, with those who watch and control it: what `replayd` runs.
///
/// Runs on one thread, the process's first; the threads of sources and output reach it through its mailbox.
package final class RecorderService {
    private let configuration: RecordingConfiguration
    private let library: RecordingLibrary
    private let mailbox: EventMailbox
    private let signals: SignalDescriptor
    private var peers: [ControlPeer]
    private var machine = RecordingMachine()
    private var warning: String?
    private var ending: RecordingFacts.Ending?

    private static let statusInterval: Int64 = 500_000_000

    /// - Parameter owner: the connection to the program that began the recording.
    package init(
        _ configuration: RecordingConfiguration, owner: LineSocket
    ) throws {
        self.configuration = configuration
        library = try RecordingLibrary.open(home: configuration.home)
        mailbox = try EventMailbox()
        signals = try SignalDescriptor()
        peers = [ControlPeer(owner, isOwner: true, isWatching: true)]
    }

    /// Records until something ends it.
    /// - Throws: where it could not begin; what happens later is written down and told to all who watch.
    package func run() throws {
        let capture = try LiveCapture.begin(configuration, in: library, mailbox: mailbox)
        let folder = capture.session.recording.folder
        let listener = try ControlSocket.listen(in: folder)
        defer { close(listener) }
        peers.first?.send(ControlReply(started: capture.started))
        while machine.state == .arming || machine.state == .recording {
            wait(for: listener, capture)
            for event in events(capture) { carryOut(machine.handle(event), capture) }
        }
        try? folder.remove(ControlSocket.name)
        let id = capture.session.recording.id
        if machine.state == .discarded { try library.discard(id) }
        for peer in peers { peer.send(ControlReply(ended: .init(id: id, ending: ending))) }
    }

    /// Sleeps until a peer, a signal, the mailbox or the clock has something.
    private func wait(for listener: Int32, _ capture: LiveCapture) {
        var polled = ([listener, mailbox.descriptor, signals.descriptor] + peers.map(\.descriptor))
            .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let isWatched = peers.contains(where: \.isWatching)
        var deadline = isWatched ? HostTime.now + Self.statusInterval : .distantFuture
        if let end = capture.deadline { deadline = min(deadline, end) }
        let milliseconds = Int32(clamping: (max(0, deadline - .now) + 999_999) / 1_000_000)
        let count = poll(&polled, nfds_t(polled.count), deadline == .distantFuture ? -1 : milliseconds)
        if count == 0 { report(capture) }
        if polled[0].revents != 0, let caller = ControlSocket.accept(listener) {
            peers.append(ControlPeer(caller, isOwner: false, isWatching: false))
        }
        // The entries of `peers` as they were when polled.
        for index in (3..<polled.count).reversed() where polled[index].revents != 0 {
            listen(to: peers[index - 3], capture)
        }
    }

    private func events(_ capture: LiveCapture) -> [RecordingMachine.Event] {
        var events = mailbox.takeAll()
        if let signal = signals.take() { events.append(.terminated(signal)) }
        if let end = capture.deadline, end <= .now { events.append(.timeIsUp) }
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
        switch request?.request {
        case .status: peer.send(ControlReply(status: status(capture)))
        case .watch: peer.isWatching = true
        case .stop: mailbox.post(.stopRequested)
        case .discard: mailbox.post(.discardRequested)
        case nil:
            peer.send(ControlReply(failed: .init(message: "the request is not understood", kind: .invalid)))
        }
    }

    private func report(_ capture: LiveCapture) {
        let reply = ControlReply(status: status(capture))
        for peer in peers where peer.isWatching { peer.send(reply) }
    }

    private func status(_ capture: LiveCapture) -> RecordingStatus {
        let session = capture.session
        let figures = session.figures
        let levels = session.sounds.map { ($0.kind.rawValue, min(1, $0.takePeak())) }
        return RecordingStatus(
            id: session.recording.id, state: machine.state, elapsed: session.elapsed(), bytes: figures.bytes,
            frames: figures.frames, droppedFrames: figures.droppedFrames,
            levels: Dictionary(uniqueKeysWithValues: levels), freeBytes: library.freeBytes, warning: warning)
    }

    private func carryOut(_ actions: [RecordingMachine.Action], _ capture: LiveCapture) {
        for action in actions {
            switch action {
            case .warn(let message):
                warning = message
                report(capture)
            case .note(let kind, let detail):
                // A disk that cannot take this line cannot take the movie either, and that is reported.
                try? capture.session.recording.append(
                    RecordingEvent(time: capture.session.elapsed(), kind: kind, detail: detail))
            case .finish(let reason, let message):
                ending = capture.finish(reason: reason, message: message)
                _ = machine.handle(.finished)
            case .discard: capture.abandon()
            }
        }
    }
}
