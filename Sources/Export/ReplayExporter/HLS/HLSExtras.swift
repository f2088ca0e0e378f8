public import Files
public import ReplayMovie

/// What comes into an HLS folder besides the recording.
public struct HLSExtras: Sendable {
    /// Captions of the recording; they are cut along with the edit. A file has them too: see ``Exporter/captionMethod``.
    public var captions: Captions?
    /// True if an export has no captions, although the edit has some.
    public var omitsCaptions = false
    /// The captions' language; nil: not told.
    public var captionsLanguage: LanguageTag?
    /// Whether there is a page, `index.html`, that plays the folder.
    public var hasPage = false
    /// The file `hls.js`, with which the page plays where the browser itself does not play HLS.
    public var playerLibrary: [UInt8]?

    private static let maxLibrarySize = 16 << 20

    /// Nothing.
    public init() {}

    /// Takes the file `hls.js`.
    /// - Parameter path: a file of at most 16 MiB.
    /// - Throws: `FileSystemError`.
    public mutating func readPlayerLibrary(at path: String) throws(FileSystemError) {
        playerLibrary = try RegularFile.contents(of: path, limit: Self.maxLibrarySize)
    }
}
