extension Preset {
    /// The file of an output by which it is known again: itself, or what lists all that is in a folder.
    package func mark(of output: String) -> String { hls == nil ? output : Self.folderMark(of: output) }

    /// As `mark(of:)`, of an HLS folder.
    package static func folderMark(of output: String) -> String { output + "/" + HLSManifest.fileName }
}
