import FFmpeg
import Glibc
import ReplayControl
import ReplayLibrary
import ReplayMovie
public import ReplaySources

extension Diagnosis {
    /// Checks this machine. Records nothing and leaves no file behind. A check that does not finish in time counts as
    /// broken.
    /// - Parameters:
    ///   - display: The display in the form of `$DISPLAY`, or nil for `$DISPLAY` itself.
    ///   - home: The home of the library, or nil for `RecordingLibrary.defaultHome`.
    ///   - limit: The time limit of each check. All checks run concurrently.
    public static func make(
        display: String? = nil, home: String? = nil, limit: Duration = .seconds(5)
    ) async -> Diagnosis {
        let probes = probes(display: display, home: home)
        return await withTaskGroup(of: (Int, [Finding]).self) { group in
            for (index, probe) in probes.enumerated() {
                group.addTask { (index, await probe.findings(within: limit)) }
            }
            var answers = [[Finding]](repeating: [], count: probes.count)
            for await (index, findings) in group { answers[index] = findings }
            return Diagnosis(answers.flatMap(\.self))
        }
    }

    private static func probes(display: String?, home: String?) -> [DiagnosticProbe] {
        [
            DiagnosticProbe("display") { findings("display", query: .displayCheck, display: display) },
            DiagnosticProbe("audio") { findings("audio", query: .audioCheck) },
            DiagnosticProbe("camera") { findings("camera", query: .cameraCheck) },
            DiagnosticProbe("encoders", need: .everything) { EncoderCheck.run().findings },
            DiagnosticProbe("disk", need: .everything) { DiskCheck.run(at: home).findings },
            DiagnosticProbe("permissions") { PermissionCheck.run(at: home).findings },
            DiagnosticProbe("policy") { PolicyCheck.run().findings },
            DiagnosticProbe("recorder") { RecorderCheck.run().findings },
            DiagnosticProbe("sandbox") { SandboxCheck(support: .ofKernel).findings },
            DiagnosticProbe("versions") { [VersionFacts.finding] },
        ]
    }

    /// Returns the findings of `replayd` about a source.
    private static func findings(_ name: String, query: SourceQuery.Kind, display: String? = nil) -> [Finding] {
        do throws(CaptureError) {
            if let findings = try SourceQuery(query, display: display).send().findings { return findings }
            return [.broken(name, found: "“replayd” has another version", remedy: "reinstall Replay")]
        } catch {
            let remedy = "reinstall Replay, or set REPLAY_DAEMON to the path of the program"
            return [.broken(name, found: error.reason, remedy: remedy)]
        }
    }
}

/// The versions in use, for error reports.
enum VersionFacts {
    static var finding: Diagnosis.Finding {
        .ok("versions", found: "Replay \(ReplayVersion.name), FFmpeg \(FFmpegVersion.name), \(kernel)")
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
