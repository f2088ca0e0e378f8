import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie

extension Exporter {
    /// Returns the exporter with the captions of the edit, or with those of an imported movie, if no other captions
    /// were set.
    ///
    /// A GIF has no caption track, so its captions are drawn over the frames. Files without frames have no captions.
    /// - Throws: `CaptionsError`, `FileSystemError`.
    func withCaptions() throws -> Exporter {
        guard extras.captions == nil, !extras.omitsCaptions, preset.fileFormat.hasFrames, let name = ownCaptions else {
            return self
        }
        var exporter = self
        let bytes = try recording.folder.contents(of: name, limit: Recording.maxCaptionsSize)
        exporter.extras.captions = try Captions(bytes, path: name)
        exporter.extras.captionsLanguage =
            extras.captionsLanguage ?? edit?.captions?.language.flatMap { LanguageTag($0) }
        if captionMethod == .track, preset.fileFormat == .gif { exporter.captionMethod = .burned }
        return exporter
    }

    /// The name of the file of captions in the recording's folder, or nil if there is none.
    private var ownCaptions: String? {
        edit?.captions?.name ?? (recording.captionsPath == nil ? nil : Recording.captionsName)
    }
}
