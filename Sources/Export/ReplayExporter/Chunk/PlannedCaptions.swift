package import ReplayComposition
import ReplayMovie
public import ReplayRendering

/// The captions of an export in chunks. Their whole text is stored, so that the plan does not depend on a captions
/// file.
public struct PlannedCaptions: Codable, Sendable, Equatable {
    /// The captions as a WebVTT file, in times of the recording.
    public var text: String
    /// The method of exporting the captions.
    public var method: CaptionMethod
    /// The language as the text of a `LanguageTag`, or nil if it is not specified.
    public var language: String?
    /// The title of the track, or nil if it is not specified.
    public var title: String?

    /// The maximum size of the text, in bytes. A plan has at most 16 MiB, and JSON makes the text a little larger.
    static let sizeLimit = 8 << 20

    /// - Returns: Nil if the request has no captions.
    /// - Throws: `ExportError` if the format does not support the caption method, and `CaptionsError` if the captions
    ///   are too large.
    init?(_ request: ExportRequest) throws {
        guard let captions = request.extras.captions else { return nil }
        try request.checkCaptions()
        (text, method) = (captions.webVTT, request.captionMethod)
        language = request.extras.captionsLanguage?.description
        title = request.extras.captionsTitle
        guard text.utf8.count <= Self.sizeLimit else {
            throw CaptionsError(
                path: "the captions", line: nil,
                reason: "they are larger than \(Self.sizeLimit >> 20) MiB, too large for an export in chunks")
        }
    }

    /// Sets the captions of an request.
    /// - Throws: `CaptionsError` if the text is not valid WebVTT.
    package func apply(to request: inout ExportRequest) throws(CaptionsError) {
        request.extras.captions = try Captions(Array(text.utf8), path: "the plan’s captions")
        request.extras.captionsLanguage = language.flatMap { LanguageTag($0) }
        request.extras.captionsTitle = title
        request.captionMethod = method
    }
}
