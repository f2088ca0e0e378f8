import ArgumentParser
import Replay
import ReplayCommandLine

/// What comes into an output besides video and audio.
struct FolderOptions: ParsableArguments {
    @Option(
        help: "Captions, WebVTT or SubRip, in the recording’s time; cut with the edit.",
        completion: .file(extensions: ["vtt", "srt"]))
    var captions: String?

    @Option(
        help: ArgumentHelp(
            "track: in the MP4 file or HLS folder; burned: drawn over the frames; srt, vtt: in a file beside the output.",
            valueName: "method"))
    var captionsAs: CaptionMethod?

    @Option(help: "The captions’ language, such as en.")
    var captionsLanguage: String?

    @Flag(help: "HLS: write a page that plays it.")
    var page = false

    @Option(help: "HLS: the path of hls.js, for browsers without HLS.", completion: .file(extensions: ["js"]))
    var hlsJs: String?

    /// Whether any of it is asked for.
    var areGiven: Bool { captions != nil || needFolder }

    /// Whether something is asked for that no file has.
    var needFolder: Bool { page || hlsJs != nil }

    func validate() throws {
        guard captionsLanguage.map({ LanguageTag($0) != nil }) ?? true else {
            throw ValidationError("--captions-language wants a tag such as en or pt-BR")
        }
        if captionsLanguage != nil, captions == nil { throw ValidationError("--captions-language wants --captions") }
        if captionsAs != nil, captions == nil { throw ValidationError("--captions-as wants --captions") }
        if hlsJs != nil, !page { throw ValidationError("--hls-js wants --page") }
    }

    func read() throws -> HLSExtras {
        var extras = HLSExtras()
        extras.captions = try captions.map(Captions.read)
        extras.captionsLanguage = captionsLanguage.flatMap(LanguageTag.init)
        extras.hasPage = page
        if let hlsJs { try extras.readPlayerLibrary(at: hlsJs) }
        return extras
    }
}
