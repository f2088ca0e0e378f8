import MediaTime
import ReplayComposition
import ReplayEditor
import ReplayLibrary
import ReplayMovie

extension Recording {
    /// Writes the remaining captions beside the recording's caption files. A cue that overlaps the range is removed,
    /// because it has the words that were said.
    /// - Parameter range: The range of the recording whose audio is removed.
    /// - Throws: `FileSystemError`.
    func writeRedactedCaptions(without range: TimeRange) throws {
        for name in try captionsFiles() {
            let left = try captions(in: name, without: range)
            try writeRedacted(name, bytes: Array(left.webVTT.utf8))
        }
    }

    private func captions(in name: String, without range: TimeRange) throws -> Captions {
        let bytes = try folder.contents(of: name, limit: Self.maxCaptionsSize)
        // A caption file that cannot be parsed cannot be searched, so nothing of it is kept.
        guard
            case .success(var captions) = Result(catching: { () throws(CaptionsError) in
                try Captions(bytes, path: name)
            })
        else { return Captions() }
        captions.cues.removeAll { $0.range.overlaps(range) }
        return captions
    }
}
