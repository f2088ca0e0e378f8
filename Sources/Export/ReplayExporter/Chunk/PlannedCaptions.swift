import ReplayMovie

/// The captions of an export in chunks. Their whole text is stored, so that the plan does not depend on a captions
/// file.
public struct PlannedCaptions: Codable, Sendable, Equatable {
    /// The captions as a WebVTT file, in times of the recording.
    public var text: String
    /// The method of exporting the captions.
    public var method: CaptionMethod
    /// The language as the text of a `LanguageTag`, or nil if it is not specified.
    public var language: String?

    /// The maximum size of the text, in bytes. A plan has at most 16 MiB, and JSON makes the text a little larger.
    static let sizeLimit = 8 << 20

    /// - Returns: Nil if the exporter has no captions.
    /// - Throws: `ExportError` if the format does not support the caption method, and `CaptionsError` if the captions
    ///   are too large.
    init?(_ exporter: Exporter) throws {
        guard let captions = exporter.extras.captions else { return nil }
        try exporter.checkCaptions()
        (text, method) = (captions.webVTT, exporter.captionMethod)
        language = exporter.extras.captionsLanguage?.description
        guard text.utf8.count <= Self.sizeLimit else {
            throw CaptionsError(
                path: "the captions", line: nil,
                reason: "they are larger than \(Self.sizeLimit >> 20) MiB, too large for an export in chunks")
        }
    }

    /// Sets the captions of an exporter.
    /// - Throws: `CaptionsError` if the text is not valid WebVTT.
    func apply(to exporter: inout Exporter) throws(CaptionsError) {
        exporter.extras.captions = try Captions(Array(text.utf8), path: "the plan’s captions")
        exporter.extras.captionsLanguage = language.flatMap { LanguageTag($0) }
        exporter.captionMethod = method
    }
}
