import Descriptors
import Files
import Glibc
import ReplayJSON
import ReplayLibrary
import SystemPackage

/// A file that contains a recording policy.
struct PolicyFile {
    let path: String

    private static let longest = 64 << 10

    /// Reads the policy.
    /// - Returns: Nil if the file does not exist.
    /// - Throws: `RecorderError.Kind.forbidden` if the file exists but is not a readable policy.
    func read() throws(RecorderError) -> RecordingPolicy? {
        guard let file = try open() else { return nil }
        try checkMode(of: file)
        return try policy(in: contents(of: file))
    }

    private func open() throws(RecorderError) -> OwnedDescriptor? {
        do throws(FileSystemError) {
            return try RegularFile.open(path)
        } catch {
            if isMissing(error.code) { return nil }
            throw unreadable(error.cause)
        }
    }

    /// Refuses a file that everybody may write, because its contents may not be the administrator's. Also refuses a
    /// file whose mode cannot be read.
    private func checkMode(of file: OwnedDescriptor) throws(RecorderError) {
        let status: Stat
        do throws(FileSystemError) {
            status = try FileSystemError.catching("inspect", subject: path) { try file.descriptor.stat() }
        } catch {
            throw unreadable(error.cause)
        }
        guard status.permissions.contains(.otherWrite) else { return }
        throw RecorderError(
            .forbidden,
            description:
                "recording is forbidden: the policy file \(path) is writable by everybody; run “chmod o-w” on it")
    }

    /// True if neither a file nor a link of that name exists. A dangling link counts as a file, because it was meant to
    /// lead to a policy.
    private func isMissing(_ code: Int32) -> Bool {
        guard code == ENOENT else { return false }
        do throws(FileSystemError) {
            try FileSystemError.catching("inspect", subject: path) { try Stat(path, followTargetSymlink: false) }
            return false
        } catch {
            return error.code == ENOENT
        }
    }

    private func contents(of file: OwnedDescriptor) throws(RecorderError) -> [UInt8] {
        do throws(FileSystemError) {
            return try RegularFile.contents(of: file, path: path, limit: Self.longest)
        } catch {
            throw unreadable(error.cause)
        }
    }

    private func policy(in bytes: [UInt8]) throws(RecorderError) -> RecordingPolicy {
        let text = JSON5Text(bytes)
        do throws(JSON5Error) {
            let value = try text.parse()
            // A misspelt key must not allow what it was meant to forbid.
            try value.check(keys: ["": RecordingPolicy.keys])
            return try value.decode(RecordingPolicy.self)
        } catch {
            let place = text.place(of: error.offset)
            throw unreadable("line \(place.line), column \(place.column): \(error.reason)")
        }
    }

    private func unreadable(_ reason: String) -> RecorderError {
        RecorderError(
            .forbidden,
            description: "recording is forbidden: the administrator’s policy \(path) cannot be read: \(reason)")
    }
}
