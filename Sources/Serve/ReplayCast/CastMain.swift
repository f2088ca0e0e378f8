import Descriptors
import FFmpeg
import Files
import Glibc
import ReplayBroadcast
import ReplayControl
import ReplayErrors
import ReplayLibrary
import SystemPackage

/// The main function of `replay-cast`. The program that starts it talks to it through standard input, which is a
/// socket. The first line is the configuration.
public enum CastMain {
    /// Broadcasts until the broadcast is over.
    public static func run() -> Int32 { run(CastExtensions()) }

    /// Broadcasts until the broadcast is over.
    /// - Parameter extensions: The parts of a program that has the libraries for servers.
    /// - Returns: The exit code: 0 for success, or 1 if the broadcast could not begin. The code is 64 if Replay did not
    ///   start the process, and 73 if the version cannot be printed.
    package static func run(_ extensions: CastExtensions) -> Int32 {
        StandardDescriptors.fill()
        if CommandLine.arguments.dropFirst() == ["--version"] {
            print(ReplayVersion.name)
            return fflush(nil) == 0 ? 0 : 73
        }
        Heap.configure()
        let mode = CommandLine.arguments.dropFirst()
        let isPrepared = mode == [CastProcess.preparedArgument]
        closefrom(STDERR_FILENO + (isPrepared ? 2 : 1))
        // After `closefrom` there is room for a descriptor, so that standard input is no socket of ours if this fails.
        guard let input = try? FileDescriptor.standardInput.duplicate() else { return refuse() }
        let owner = LineSocket(OwnedDescriptor(input))
        var buffer: [UInt8] = []
        guard let line = owner.receiveLine(&buffer) else { return refuse() }
        if mode == [CastProcess.setupArgument] {
            guard let configuration: SetupConfiguration = ControlLine.decode(line) else { return refuse() }
            return SetupMain.run(owner, configuration)
        }
        guard let configuration: CastConfiguration = ControlLine.decode(line) else { return refuse() }
        do {
            let preparation = isPrepared ? SetupConnection.inherited() : nil
            try CastService(configuration, owner: owner, preparation: preparation, extensions: extensions).run()
            return 0
        } catch {
            owner.send(ControlLine.encode(CastReply(failed: .init(described(error)))))
            return 1
        }
    }

    private static func refuse() -> Int32 {
        print("replay-cast is started by “replay broadcast”; do not run it by hand. See “man replay”.")
        return 64
    }

    private static func described(_ error: any Error) -> any CategorizedError {
        error as? any CategorizedError ?? BroadcastError(.failed, description: "\(error)")
    }
}
