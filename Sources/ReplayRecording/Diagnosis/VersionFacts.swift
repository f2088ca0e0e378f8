import FFmpeg
import Glibc
import ReplayControl
import ReplayLibrary
import ReplayMovie
import ReplaySources

/// What is in use, for reports of errors.
enum VersionFacts {
    static var finding: Diagnosis.Finding {
        .ok("versions", "Replay \(ReplayVersion.name), FFmpeg \(FFmpegVersion.name), \(kernel)")
    }

    private static var kernel: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "Linux" }
        return "\(text(&names.sysname)) \(text(&names.release)) (\(text(&names.machine)))"
    }

    private static func text<Field>(_ field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
