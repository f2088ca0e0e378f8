import Descriptors
import Glibc
import ReplayBroadcast
import ReplayControl
import SystemPackage

/// The connection of a broadcast's process to the process that runs the service's programs.
final class SetupConnection {
    private let socket: LineSocket
    private var buffer: [UInt8] = []
    private var isLive = false
    /// The last failure of a program, as a clause.
    private(set) var problem: String?
    /// True when all programs have ended.
    private(set) var isFinished = false

    private init(_ socket: LineSocket) { self.socket = socket }

    /// Takes over the connection that this process has inherited.
    static func inherited() -> SetupConnection {
        _ = fcntl(CastProcess.inheritedDescriptor, F_SETFD, FD_CLOEXEC)
        return SetupConnection(LineSocket(OwnedDescriptor(FileDescriptor(rawValue: CastProcess.inheritedDescriptor))))
    }

    /// The descriptor for polling.
    var descriptor: FileDescriptor { socket.descriptor }

    /// Tells that the broadcast begins.
    func tellBeginning() { socket.send(ControlLine.encode(SetupRequest(begun: true))) }

    /// Tells once that the target is live.
    func tellLive(_ recording: String) {
        guard !isLive else { return }
        isLive = true
        socket.send(ControlLine.encode(SetupRequest(live: recording)))
    }

    /// Tells that the broadcast has ended.
    func tellEnd(_ reason: BroadcastSetup.EndReason) {
        if !socket.send(ControlLine.encode(SetupRequest(ended: reason))) { isFinished = true }
    }

    /// Receives messages. Call it when the descriptor is readable.
    func receive() {
        guard let lines = socket.receive(&buffer) else {
            if !isFinished { problem = problem ?? "the process that runs its programs was killed" }
            return isFinished = true
        }
        for reply: SetupReply in lines.compactMap({ ControlLine.decode($0) }) {
            problem = reply.problem ?? problem
            isFinished = isFinished || reply.finished == true
        }
    }
}
