/// The captions of an export in a file beside it, of its name, which appears under that when it is whole.
struct CaptionFile: ~Copyable {
    private let output: OutputFile

    /// - Parameters:
    ///   - method: which says what kind of file it is; nil is returned for one that makes none.
    ///   - path: of the export.
    ///   - overwriting: whether a file of that name may be replaced.
    /// - Throws: where there is one, or none can be made.
    static func create(
        _ method: CaptionMethod, beside path: String, overwriting: Bool, sparing places: ProtectedPlaces
    ) throws -> CaptionFile? {
        guard let path = method.path(beside: path) else { return nil }
        return CaptionFile(output: try OutputFile.create(path, overwrites: overwriting, sparing: places))
    }

    private init(output: consuming OutputFile) { self.output = output }

    /// Writes them and gives the file its name.
    consuming func commit(_ captions: Captions, as method: CaptionMethod) throws {
        try output.write(Array((method == .srt ? captions.subRip : captions.webVTT).utf8))
        try output.commit()
    }
}

extension CaptionMethod {
    /// Where captions are written beside an export; nil where they are not.
    package func path(beside output: String) -> String? {
        guard let fileExtension else { return nil }
        let (parent, name) = output.pathParts
        // What begins with its only dot has no extension.
        let dot = name.utf8.dropFirst().lastIndex(of: UInt8(ascii: "."))
        let base = dot.map { String(name[..<$0]) } ?? name
        return (output.utf8.contains(UInt8(ascii: "/")) ? parent + "/" : "") + base + "." + fileExtension
    }
}
