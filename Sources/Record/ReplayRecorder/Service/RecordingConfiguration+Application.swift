import ReplayCapture
import ReplayControl
import ReplaySources

extension RecordingConfiguration {
    /// - Throws: `RecorderError.Kind.missing` if the requested application plays no audio and `waitsForApplication` is
    ///   false. Throws `.unavailable` if there is no audio server.
    func checkApplication() throws(RecorderError) {
        guard let application, audio.contains(.application), !waitsForApplication else { return }
        let playing: [AudioApplication]
        do {
            playing = try PulseInventory.query(server: nil).playingApplications
        } catch {
            throw RecorderError(.unavailable, description: error.description)
        }
        guard !playing.contains(where: { $0.isMatched(by: application) }) else { return }
        let there = playing.map { $0.binary.isEmpty ? $0.name : "\($0.name) (\($0.binary))" }.joined(separator: ", ")
        throw RecorderError(
            .missing,
            description: "no application “\(application)” plays audio; "
                + "\(there.isEmpty ? "none does" : "these do: \(there)"); --wait waits for it")
    }
}
