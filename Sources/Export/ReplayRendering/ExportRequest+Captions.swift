import MediaTime
import ReplayComposition
import ReplayEditor
import ReplayLibrary
import ReplayMovie

extension ExportRequest {
    /// The title of a track with the recording's comments.
    private static let commentsTitle = "Comments"

    /// Returns the request with the captions of the edit, or with those of an imported movie, if no other captions
    /// were set. A recording that has neither of them has its comments as captions.
    ///
    /// A GIF has no caption track, so its captions are drawn over the frames, but comments only if they are asked for.
    /// Files without frames have no captions; `checkCaptions` refuses comments that are asked for.
    /// - Throws: `CaptionsError`, `FileSystemError`, and `ExportError.noComments` if there are no comments to use.
    package func withCaptions() throws -> ExportRequest {
        guard extras.captions == nil, !extras.omitsCaptions else { return self }
        guard preset.fileFormat.hasFrames || extras.usesComments else { return self }
        guard !extras.usesComments, let name = ownCaptions else { return try withComments() }
        var request = self
        let bytes = try recording.folder.contents(of: name, limit: Recording.maxCaptionsSize)
        request.extras.captions = try Captions(bytes, path: name)
        request.extras.captionsLanguage =
            extras.captionsLanguage ?? edit?.captions?.language.flatMap { LanguageTag($0) }
        if captionMethod == .track, preset.fileFormat == .gif { request.captionMethod = .burned }
        return request
    }

    private func withComments() throws -> ExportRequest {
        guard recording.hasComments else {
            guard !extras.usesComments else { throw ExportError.noComments(recording.displayName) }
            return self
        }
        var request = self
        if captionMethod == .track, preset.fileFormat == .gif {
            guard extras.usesComments else { return self }
            request.captionMethod = .burned
        }
        request.extras.captions = Captions(try recording.comments())
        request.extras.captionsTitle = Self.commentsTitle
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
