import Foundation

/// The user of a test session. If the tests run as root, programs that must not be root's run as `nobody`.
enum SessionUser {
    case own, nobody

    private static let number: uid_t = 65534

    /// A user that is not root.
    static var unprivileged: SessionUser { geteuid() == 0 ? .nobody : .own }

    /// Returns the command that runs as this user.
    func command(_ command: [String]) -> [String] {
        guard self == .nobody else { return command }
        return ["setpriv", "--reuid=\(Self.number)", "--regid=\(Self.number)", "--clear-groups"] + command
    }

    /// Gives a file to this user.
    func own(_ path: String) throws {
        guard self == .nobody, chown(path, Self.number, Self.number) != 0 else { return }
        throw ServerError("\(path) cannot be given to another user.")
    }

    /// Returns the path of a program that was built with the tests. It is copied for another user, because the folder
    /// may be accessible only to root.
    func program(_ program: BuiltProgram, in directory: TemporaryDirectory) throws -> String {
        guard self == .nobody else { return program.path }
        let folder = directory.path("bin")
        if !FileManager.default.fileExists(atPath: folder) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for name in ["replay", "replayd", "replay-media"] {
                let built = BuiltProgram.folder.appending(path: name).path
                if link(built, folder + "/" + name) != 0 {
                    try FileManager.default.copyItem(atPath: built, toPath: folder + "/" + name)
                }
            }
        }
        return folder + "/" + program.rawValue
    }
}
