/// What comes into an HLS folder besides pictures and sound.
public struct HLSExtras: Sendable {
    /// Captions of the recording; they are cut along with the edit.
    public var captions: Captions?
    /// The captions' language, a tag of BCP 47 such as `en` or `pt-BR`; nil: not told.
    public var captionsLanguage: String?
    /// Whether there is a page, `index.html`, that plays the folder.
    public var hasPage = false
    /// The file `hls.js`, with which the page plays where the browser itself does not play HLS.
    public var playerLibrary: [UInt8]?

    /// Nothing.
    public init() {}
}
