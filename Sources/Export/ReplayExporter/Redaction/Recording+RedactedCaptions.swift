import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie

extension Recording {
    /// Writes what is left of the captions beside them: a cue that is shown in the range tells what was said in it.
    /// - Parameter range: of the recording, whose audio is removed.
    /// - Throws: `FileSystemError`.
    func writeRedactedCaptions(without range: TimeRange) throws {
        for name in try captionsFiles() {
            let left = try captions(in: name, without: range)
            try writeRedacted(name, Array(left.webVTT.utf8))
        }
    }

    private func captions(in name: String, without range: TimeRange) throws -> Captions {
        let bytes = try folder.contents(of: name, limit: Self.maxCaptionsSize)
        // What cannot be read cannot be searched, so nothing of it stays.
        guard
            case .success(var captions) = Result(catching: { () throws(CaptionsError) in
                try Captions(bytes, path: name)
            })
        else { return Captions() }
        captions.cues.removeAll { $0.range.overlaps(range) }
        return captions
    }
}
