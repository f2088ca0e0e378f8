public import Files
public import ReplayComposition
public import ReplayMovie

/// The additional contents of an HLS folder.
public struct HLSExtras: Sendable {
    /// The captions of the recording, which are cut along with the edit. Exports to a file use them too: see
    /// ``ExportRequest/captionMethod``.
    public var captions: Captions?
    /// True if an export has no captions, although the edit has some.
    public var omitsCaptions = false
    /// True if the recording's comments are used instead of other captions of the recording.
    public var usesComments = false
    /// The title of the captions, or nil for none.
    package var captionsTitle: String?
    /// The language of the captions, or nil if it is not specified.
    public var captionsLanguage: LanguageTag?
    /// True to write a page, `index.html`, that plays the folder.
    public var hasPage = false
    /// The file `hls.js`, which the page uses in browsers that do not play HLS by themselves, or nil for none.
    public var playerLibrary: [UInt8]?

    private static let maxLibrarySize = 16 << 20

    /// Creates empty extras.
    public init() {}

    /// Reads the file `hls.js`.
    /// - Parameter path: The path of a file of at most 16 MiB.
    /// - Throws: `FileSystemError`.
    public mutating func readPlayerLibrary(at path: String) throws(FileSystemError) {
        playerLibrary = try RegularFile.contents(of: path, limit: Self.maxLibrarySize)
    }
}
