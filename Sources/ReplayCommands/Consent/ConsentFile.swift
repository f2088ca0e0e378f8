import FoundationEssentials
import Glibc
import Replay

/// Where the last answer is kept, for the user alone: in the run-time folder, which goes with the session.
enum ConsentFile {
    private static var folder: String {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        return runtime.isEmpty ? RecordingLibrary.defaultHome : runtime + "/replay"
    }

    private static var path: String { folder + "/consent.json" }

    /// The answer that holds now.
    static func current() -> Consent? {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let consent = try? JSONDecoder().decode(Consent.self, from: data), consent.isValid
        else { return nil }
        return consent
    }

    /// Keeps an answer. Where that fails, the next recording asks again.
    static func keep(_ consent: Consent) {
        mkdir(folder, 0o700)
        guard let data = try? JSONEncoder().encode(consent) else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        _ = data.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
    }
}
