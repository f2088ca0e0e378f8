import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

extension Exporter {
    /// The exporter with the captions of the edit, if it was given no others.
    ///
    /// A GIF has no track of text, so they are drawn over its frames. Files without frames have no captions.
    /// - Throws: `CaptionsError`, `FileSystemError`.
    func withCaptions() throws -> Exporter {
        guard extras.captions == nil, !extras.omitsCaptions, let captions = edit?.captions,
            preset.fileFormat.hasFrames
        else { return self }
        var exporter = self
        let bytes = try recording.folder.contents(of: captions.name, limit: Recording.maxCaptionsSize)
        exporter.extras.captions = try Captions(bytes, path: captions.name)
        exporter.extras.captionsLanguage = captions.language.flatMap { LanguageTag($0) }
        if captionMethod == .track, preset.fileFormat == .gif { exporter.captionMethod = .burned }
        return exporter
    }
}
