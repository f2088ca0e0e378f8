import ArgumentParser
import ReplayCommandLine
import ReplayComposition
import ReplayRendering

/// The options for captions and for the page of an HLS folder.
struct FolderOptions: ParsableArguments {
    @Option(
        help: "A WebVTT or SubRip file, cut with the edit; or comments, those of the broadcast; or none.",
        completion: .file(extensions: ["vtt", "srt"]))
    var captions: String?

    @Option(
        help: ArgumentHelp(
            "track: in the output; burned: drawn over the frames; srt, vtt: beside it.",
            valueName: "method"))
    var captionsAs: CaptionMethod?

    @Option(help: ArgumentHelp("The captions’ language, such as en.", valueName: "code"))
    var captionsLanguage: String?

    @Flag(help: "HLS: write a web page that plays the output.")
    var page = false

    @Option(help: "HLS: the path of hls.js, for more browsers.", completion: .file(extensions: ["js"]))
    var hlsJs: String?

    /// True if any of the options is given.
    var areGiven: Bool { captions != nil || captionsAs != nil || captionsLanguage != nil || needsFolder }

    /// True if an option requires an HLS folder.
    var needsFolder: Bool { page || hlsJs != nil }

    func validate() throws {
        if let captionsLanguage, LanguageTag(captionsLanguage)?.isCode != true {
            throw ValidationError("--captions-language takes a code such as en or pt-BR, not “\(captionsLanguage)”")
        }
        if hlsJs != nil, !page { throw ValidationError("--hls-js requires --page") }
    }

    private static let (none, comments) = ("none", "comments")

    /// The path of the captions, or nil if none are given.
    var file: String? { [Self.none, Self.comments].contains(captions) ? nil : captions }

    /// True if the recording's comments are asked for.
    var usesComments: Bool { captions == Self.comments }

    /// Checks that captions exist if an option about their form is given.
    /// - Parameter hasCaptions: True if the recording or its edit has captions.
    func check(hasCaptions: Bool) throws {
        guard file == nil, !usesComments, !hasCaptions || captions == Self.none else { return }
        for (option, isGiven) in [("as", captionsAs != nil), ("language", captionsLanguage != nil)] where isGiven {
            throw ValidationError("--captions-\(option) requires --captions or “replay edit captions FILE”")
        }
    }

    func read() throws -> HLSExtras {
        var extras = HLSExtras()
        extras.captions = try file.map(Captions.read)
        extras.omitsCaptions = captions == Self.none
        extras.usesComments = usesComments
        extras.captionsLanguage = captionsLanguage.flatMap(LanguageTag.init)
        extras.hasPage = page
        if let hlsJs { try extras.readPlayerLibrary(at: hlsJs) }
        return extras
    }
}
