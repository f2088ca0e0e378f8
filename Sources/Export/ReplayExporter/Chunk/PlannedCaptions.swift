import ReplayMovie

/// The captions of an export in chunks, whole, so that its plan depends on no file of them.
public struct PlannedCaptions: Codable, Sendable, Equatable {
    /// As a file of WebVTT has them, in the recording's time.
    public var text: String
    /// How they are given.
    public var method: CaptionMethod
    /// Their language, as `LanguageTag` is written; nil: not told.
    public var language: String?

    /// Plans are files of at most 16 MiB, in which text takes a little more than in one of its own.
    static let sizeLimit = 8 << 20

    /// - Returns: nil where the exporter has none.
    /// - Throws: `ExportError` where they cannot be given so, `CaptionsError` where they are too large.
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

    /// Gives an exporter what another one had.
    /// - Throws: `CaptionsError` where the text is none.
    func apply(to exporter: inout Exporter) throws(CaptionsError) {
        exporter.extras.captions = try Captions(Array(text.utf8), path: "the plan’s captions")
        exporter.extras.captionsLanguage = language.flatMap { LanguageTag($0) }
        exporter.captionMethod = method
    }
}
