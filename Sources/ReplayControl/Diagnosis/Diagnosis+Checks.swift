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
            DiagnosticProbe("display") { findings(.displayCheck, display: display) },
            DiagnosticProbe("audio") { findings(.audioCheck) },
            DiagnosticProbe("camera") { findings(.cameraCheck) },
            DiagnosticProbe("encoders", need: .everything) { EncoderCheck.look().findings },
            DiagnosticProbe("disk", need: .everything) { DiskCheck.look(at: home).findings },
            DiagnosticProbe("permissions") { PermissionCheck.look(at: home).findings },
            DiagnosticProbe("policy") { PolicyCheck.look().findings },
            DiagnosticProbe("recorder") { RecorderCheck.look().findings },
            DiagnosticProbe("versions") { [VersionFacts.finding] },
        ]
    }

    /// What `replayd` finds. Where there is none, the check of the recorder says so.
    private static func findings(_ query: SourceQuery.Kind, display: String? = nil) -> [Finding] {
        (try? SourceQuery(query, display: display).send().findings) ?? []
    }
}
