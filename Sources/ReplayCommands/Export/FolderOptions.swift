import ArgumentParser
import Glibc
import Replay

/// What comes into an HLS folder besides pictures and sound.
struct FolderOptions: ParsableArguments {
    @Option(
        help: "HLS: captions to be cut along, WebVTT or SubRip.", completion: .file(extensions: ["vtt", "srt"]))
    var captions: String?

    @Option(help: "HLS: the captions’ language, such as en.")
    var captionsLanguage: String?

    @Flag(help: "HLS: write a page too that plays it.")
    var page = false

    @Option(help: "HLS: the file hls.js, for browsers without HLS.", completion: .file(extensions: ["js"]))
    var hlsJs: String?

    private static let largestLibrary = 16 << 20

    /// Whether any of it is asked for.
    var areGiven: Bool { captions != nil || page || hlsJs != nil }

    func validate() throws {
        let isTag = captionsLanguage?.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil
        guard captionsLanguage == nil || isTag else {
            throw ValidationError("--captions-language wants a tag such as en or pt-BR")
        }
        if captionsLanguage != nil, captions == nil { throw ValidationError("--captions-language wants --captions") }
        if hlsJs != nil, !page { throw ValidationError("--hls-js wants --page") }
    }

    func read() throws -> HLSExtras {
        var extras = HLSExtras()
        extras.captions = try captions.map(Captions.read)
        extras.captionsLanguage = captionsLanguage
        extras.hasPage = page
        extras.playerLibrary = try hlsJs.map { try Self.library($0) }
        return extras
    }

    private static func library(_ path: String) throws -> [UInt8] {
        let (folder, name) = path.pathParts
        guard let bytes = try? Directory.open(folder).contents(of: name, limit: largestLibrary) else {
            throw ValidationError("--hls-js: “\(path)” is no file that can be read, or larger than 16 MB")
        }
        return bytes
    }
}
