import Foundation

/// Whose a session of the tests is: root's tests start what must not be root's as the user `nobody`.
enum SessionUser {
    case own, nobody

    private static let number: uid_t = 65534

    /// One that is not root.
    static var unprivileged: SessionUser { geteuid() == 0 ? .nobody : .own }

    /// The command, as this user's.
    func command(_ command: [String]) -> [String] {
        guard self == .nobody else { return command }
        return ["setpriv", "--reuid=\(Self.number)", "--regid=\(Self.number)", "--clear-groups"] + command
    }

    /// Gives a file to this user.
    func own(_ path: String) throws {
        guard self == .nobody, chown(path, Self.number, Self.number) != 0 else { return }
        throw ServerError("\(path) cannot be given to another user.")
    }

    /// A program that was built with the tests; what lies in a folder of root's own is copied for another user.
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
