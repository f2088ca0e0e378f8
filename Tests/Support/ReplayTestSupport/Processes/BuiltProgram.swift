import Foundation

/// A program that was built with the tests.
public enum BuiltProgram: String, Sendable {
    /// The command line.
    case replay
    /// The recorder.
    case replayd

    /// The folder of all programs.
    public static var folder: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// The program's path.
    public var path: String { Self.folder.appending(path: rawValue).path }
}

extension ChildProcess {
    /// Starts a program that was built with the tests.
    public convenience init(
        _ program: BuiltProgram, _ arguments: [String] = [], environment: [String: String], folder: URL? = nil,
        input: Input = .none
    ) throws {
        try self.init([program.path] + arguments, environment: environment, folder: folder, input: input)
    }
}
