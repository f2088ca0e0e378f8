import MediaTime
import ReplayComposition
import ReplayEditor
import ReplayLibrary
import ReplayMovie

extension ExportRequest {
    /// Returns the request with the captions of the edit, or with those of an imported movie, if no other captions
    /// were set.
    ///
    /// A GIF has no caption track, so its captions are drawn over the frames. Files without frames have no captions.
    /// - Throws: `CaptionsError`, `FileSystemError`.
    package func withCaptions() throws -> ExportRequest {
        guard extras.captions == nil, !extras.omitsCaptions, preset.fileFormat.hasFrames, let name = ownCaptions else {
            return self
        }
        var request = self
        let bytes = try recording.folder.contents(of: name, limit: Recording.maxCaptionsSize)
        request.extras.captions = try Captions(bytes, path: name)
        request.extras.captionsLanguage =
            extras.captionsLanguage ?? edit?.captions?.language.flatMap { LanguageTag($0) }
        if captionMethod == .track, preset.fileFormat == .gif { request.captionMethod = .burned }
        return request
    }

    /// Checks that the preset's format supports the caption method.
    /// - Throws: `ExportError.noCaptions` if it does not.
    package func checkCaptions() throws(ExportError) {
        guard extras.captions != nil else { return }
        let isPossible =
            switch captionMethod {
            case .track: preset.hls != nil || preset.fileFormat.takesCaptions
            case .burned: preset.fileFormat.hasFrames
            case .srt, .vtt: preset.hls == nil
            }
        guard isPossible else { throw .noCaptions(captionMethod, preset.hls == nil ? preset.fileFormat.title : "HLS") }
    }

    /// The name of the file of captions in the recording's folder, or nil if there is none.
    private var ownCaptions: String? {
        edit?.captions?.name ?? (recording.captionsPath() == nil ? nil : Recording.captionsName)
    }
}
