import Descriptors
import FFmpeg
import Files
import Glibc
import ReplayControl
import ReplayLibrary
import ReplaySources
import SystemPackage

/// The main function of `replayd`. The owner talks to it through standard input, which is a socket. The first line is
/// either a recording's configuration or a question about sources.
public enum RecorderMain {
    /// Records until the recording ends, or answers a question.
    /// - Returns: The exit code: 0 for success, or 1 if the recording could not begin. The code is 64 if Replay did not
    ///   start the process, and 73 if the version cannot be printed.
    public static func run() -> Int32 {
        StandardDescriptors.fill()
        if CommandLine.arguments.dropFirst() == ["--version"] {
            print(ReplayVersion.name)
            return fflush(nil) == 0 ? 0 : 73
        }
        Heap.configure()
        // Descriptors that the owner left open by accident would stay open during the recording.
        closefrom(STDERR_FILENO + 1)
        // After `closefrom` there is room for a descriptor, so that standard input is no socket of ours if this fails.
        guard let input = try? FileDescriptor.standardInput.duplicate() else { return refuse() }
        let owner = LineSocket(OwnedDescriptor(input))
        var buffer: [UInt8] = []
        let line = owner.receiveLine(&buffer)
        if let line, let query: SourceQuery = ControlLine.decode(line) {
            return answer(query, to: owner)
        }
        guard let line, let configuration: RecordingConfiguration = ControlLine.decode(line) else { return refuse() }
        do {
            try RecorderService(configuration, owner: owner).run()
            return 0
        } catch {
            owner.send(ControlLine.encode(ControlReply(failed: failure(of: error))))
            return 1
        }
    }

    private static func refuse() -> Int32 {
        print("replayd is started by “replay record”; do not run it by hand. See “man replayd”.")
        return 64
    }

    private static func answer(_ query: SourceQuery, to owner: LineSocket) -> Int32 {
        do {
            try query.answer(to: owner)
            return 0
        } catch {
            var answer = SourceAnswer()
            answer.failed = CaptureError(.outOfResources, reason: "“replayd”: \(error)")
            owner.send(ControlLine.encode(answer))
            return 1
        }
    }

    private static func failure(of error: any Error) -> ControlReply.Failure {
        let kind: RecorderError.Kind =
            switch error {
            case let error as RecorderError: error.kind
            case let error as CaptureError: kind(of: error.code)
            case is MovieError: .invalid
            case is RecordingLookupError: .notRecording
            case let error as FileSystemError where [EPERM, EACCES].contains(error.code): .forbidden
            case is FileSystemError, is FFmpegError: .cannotCreate
            default: .failed
            }
        return ControlReply.Failure(message: "\(error)", kind: kind)
    }

    private static func kind(of code: CaptureError.Code) -> RecorderError.Kind {
        switch code {
        case .outOfResources: .failed
        case .noSuchTarget, .noAudioSource: .missing
        case .notShared: .forbidden
        default: .unavailable
        }
    }
}
