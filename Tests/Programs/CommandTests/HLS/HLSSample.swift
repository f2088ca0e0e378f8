import Foundation
import ReplayTestSupport
import Testing

/// A movie to export as HLS.
struct HLSSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let hasAudio: Bool
    let cuts: [String]
    /// Operations of `replay edit`, one per line.
    let edits: [String]
    /// The frame rate at which an MP4 file has the same frames, if it differs from the recording's own times.
    let rate: String?

    init(
        _ name: String, _ file: String, hasAudio: Bool = true, cuts: [String] = [], edits: [String] = [],
        rate: String? = nil
    ) {
        testDescription = name
        self.file = file
        self.hasAudio = hasAudio
        self.cuts = cuts
        self.edits = edits
        self.rate = rate
    }

    /// Imports the movie and edits the recording.
    func make(on place: Workplace) throws -> String {
        let id = try place.result("import", HLSMedia.path(file))
        if !cuts.isEmpty {
            let outcome = try place.start(["cut", "-r", id] + cuts).wait()
            guard outcome.status == 0 else { throw ServerError(outcome.errors) }
        }
        for edit in edits { try place.result("edit", id, edit) }
        return id
    }
}
