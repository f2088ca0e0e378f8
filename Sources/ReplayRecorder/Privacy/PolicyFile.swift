import FoundationEssentials
import Glibc
import ReplayMovie

/// A file that holds a policy.
struct PolicyFile {
    let path: String

    private static let longest = 64 << 10

    /// - Returns: nil where there is no such file.
    /// - Throws: `RecorderError.Kind.forbidden` where it is there and is no policy that can be read.
    func read() throws(RecorderError) -> RecordingPolicy? {
        // Without waiting: a pipe would wait for its other end.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else {
            if isMissing(errno) { return nil }
            throw unreadable
        }
        defer { close(file) }
        try checkMode(of: file)
        guard let bytes = contents(of: file),
            let policy = try? JSONDecoder().decode(RecordingPolicy.self, from: Data(bytes)),
            case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        else { throw unreadable }
        // A word that was misspelt must not allow what it was meant to forbid.
        if let unknown = members.keys.sorted().first(where: { !RecordingPolicy.keys.contains($0) }) {
            throw RecorderError(
                .forbidden,
                "recording is forbidden, for the administrator’s policy \(path) has a key “\(unknown)”, which is unknown"
            )
        }
        return policy
    }

    /// What anybody may change is no decision of the administrator's.
    private func checkMode(of file: Int32) throws(RecorderError) {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IWOTH != 0 else { return }
        throw RecorderError(
            .forbidden,
            "recording is forbidden, for anybody may change the administrator’s policy \(path); “chmod o-w” it")
    }

    /// A link that leads nowhere was meant to lead to a policy.
    private func isMissing(_ code: Int32) -> Bool {
        var status = stat()
        return code == ENOENT && lstat(path, &status) != 0
    }

    private func contents(of file: Int32) -> [UInt8]? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.longest + 1) { buffer, count in
            count = max(0, Glibc.read(file, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty || bytes.count > Self.longest ? nil : bytes
    }

    private var unreadable: RecorderError {
        RecorderError(
            .forbidden, "recording is forbidden, for the administrator’s policy \(path) cannot be read as JSON")
    }
}
