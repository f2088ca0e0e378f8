import ReplayEditor
import ReplayExporter
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// How a job exports, besides its preset: what `replay export` has options for.
struct JobOptions: Codable, Hashable, Sendable {
    var render = RenderMethod.auto
    var audioRender = AudioRenderMethod.auto
    /// Nil: all that the recording has.
    var audio: [AudioSource]?
    /// As `CameraPlacement` reads it, or “none”.
    var camera = CameraPlacement.standard.description
    /// A file; absolute once the job is settled.
    var captions: String?
    /// Nil: as a track.
    var captionsAs: CaptionMethod?
    var captionsLanguage: String?
    var hasPage = false
    /// Whether a file tells the recording's name and date.
    var hasMetadata = true

    /// The names of the first version: what a job depends on is known by a hash of its keys, too.
    private enum CodingKeys: String, CodingKey {
        case render, camera, captions, captionsAs, captionsLanguage, hasPage, hasMetadata
        case audioRender = "sound"
        case audio = "sounds"
    }
}

extension JobOptions {
    init(_ object: JobObject) throws(JobFileError) {
        render = try object.choice("render", RenderMethod.self) ?? render
        let formerly = try object.choice("sound", AudioRenderMethod.self)
        audioRender = try object.choice("audioRender", AudioRenderMethod.self) ?? formerly ?? audioRender
        audio = try object.choice("audio", AudioChoice.self)?.sources
        captions = try object.string("captions")
        captionsAs = try object.choice("captionsAs", CaptionMethod.self)
        guard captionsAs.map({ [.track, .burned].contains($0) }) ?? true else {
            // A job has one output, by which it is known that it was done.
            throw object.error("“captionsAs” must be \"track\" or \"burned\"", at: "captionsAs")
        }
        captionsLanguage = try object.string("captionsLanguage")
        guard captionsLanguage.map({ LanguageTag($0) != nil }) ?? true else {
            throw object.error(
                "“captionsLanguage” must be a language tag such as \"en\" or \"pt-BR\"", at: "captionsLanguage")
        }
        hasPage = try object.bool("page") ?? false
        hasMetadata = try object.bool("metadata") ?? true
        guard let camera = try object.string("camera") else { return }
        guard camera == "none" || CameraPlacement(camera) != nil else {
            throw object.error("“camera” must be a corner such as \"bottom-right:20\", or \"none\"", at: "camera")
        }
        self.camera = camera
    }

    /// An exporter that does it so.
    /// - Throws: where the captions cannot be read.
    func exporter(_ session: EditSession, edit: Edit, preset: Preset) throws -> Exporter {
        var exporter = Exporter(session, edit: edit, preset: preset)
        exporter.render = render
        exporter.audioRender = audioRender
        exporter.audio = audio.map { Set($0) }
        exporter.camera = CameraPlacement(camera)
        exporter.extras.captions = try captions.map(Captions.read)
        exporter.captionMethod = captionsAs ?? .track
        exporter.extras.captionsLanguage = captionsLanguage.flatMap(LanguageTag.init)
        exporter.extras.hasPage = hasPage
        exporter.hasMetadata = hasMetadata
        return exporter
    }
}
