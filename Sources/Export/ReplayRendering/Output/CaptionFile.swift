package import ReplayComposition

/// The captions file beside an export, with the export's name. The file appears under its name when it is complete.
package struct CaptionFile: ~Copyable {
    private let output: OutputFile

    /// - Parameters:
    ///   - method: The caption method, which determines the file format. If it makes no file, nil is returned.
    ///   - path: The path of the export.
    ///   - overwriting: True to replace an existing file of that name.
    /// - Throws: `ExportError` or `FileSystemError` if the file exists or cannot be created.
    package static func create(
        _ method: CaptionMethod, beside path: String, overwriting: Bool, sparing places: ProtectedPaths
    ) throws -> CaptionFile? {
        guard let path = method.path(beside: path) else { return nil }
        return CaptionFile(output: try OutputFile.create(path, overwrites: overwriting, sparing: places))
    }

    private init(output: consuming OutputFile) { self.output = output }

    /// Writes the captions and renames the file into place.
    package consuming func commit(_ captions: Captions, as method: CaptionMethod) throws {
        try output.write(Array((method == .srt ? captions.subRip : captions.webVTT).utf8))
        try output.commit()
    }
}

extension CaptionMethod {
    /// Returns the path of the captions file beside an export, or nil if this method makes no file.
    package func path(beside output: String) -> String? {
        guard let fileExtension else { return nil }
        let (parent, name) = output.pathParts
        // A leading dot does not begin an extension.
        let dot = name.utf8.dropFirst().lastIndex(of: UInt8(ascii: "."))
        let base = dot.map { String(name[..<$0]) } ?? name
        return (output.utf8.contains(UInt8(ascii: "/")) ? parent + "/" : "") + base + "." + fileExtension
    }
}
