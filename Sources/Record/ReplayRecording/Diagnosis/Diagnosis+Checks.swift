import FFmpeg
import Glibc
import ReplayControl
import ReplayLibrary
import ReplayMovie
public import ReplaySources

extension Diagnosis {
    /// Looks at this machine; records nothing and leaves nothing behind. What does not answer in time is told as such.
    /// - Parameters:
    ///   - display: as in `$DISPLAY`; nil: that.
    ///   - home: where the recordings are; nil: see `RecordingLibrary.defaultHome`.
    ///   - limit: how long each thing that is looked at may take; all are looked at side by side.
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
            DiagnosticProbe("display") { findings("display", .displayCheck, display: display) },
            DiagnosticProbe("audio") { findings("audio", .audioCheck) },
            DiagnosticProbe("camera") { findings("camera", .cameraCheck) },
            DiagnosticProbe("encoders", need: .everything) { EncoderCheck.run().findings },
            DiagnosticProbe("disk", need: .everything) { DiskCheck.run(at: home).findings },
            DiagnosticProbe("permissions") { PermissionCheck.run(at: home).findings },
            DiagnosticProbe("policy") { PolicyCheck.run().findings },
            DiagnosticProbe("recorder") { RecorderCheck.run().findings },
            DiagnosticProbe("versions") { [VersionFacts.finding] },
        ]
    }

    /// What `replayd` finds of a source.
    private static func findings(_ name: String, _ query: SourceQuery.Kind, display: String? = nil) -> [Finding] {
        do throws(CaptureError) {
            if let findings = try SourceQuery(query, display: display).send().findings { return findings }
            return [.broken(name, "“replayd” is of another version", remedy: "install Replay anew")]
        } catch {
            let remedy = "install Replay anew, or name the program by REPLAY_DAEMON"
            return [.broken(name, error.reason, remedy: remedy)]
        }
    }
}

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
