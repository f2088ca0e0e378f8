import AudioSources
import ReplayComposition
import ReplayEditor
import ReplayExporter
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import ReplayTimeline

/// The export options of a job besides its preset. They correspond to options of `replay export`.
struct JobOptions: Codable, Hashable, Sendable {
    var render = RenderMethod.auto
    var audioRender = AudioRenderMethod.auto
    /// The audio sources to export, or nil for all that the recording has.
    var audio: [AudioSource]?
    /// A placement in the format of `CameraPlacement`, or “none”.
    var camera = CameraPlacement.standard.description
    /// The path of a captions file, absolute after the job is expanded.
    var captions: String?
    /// The captions method, or nil for a track.
    var captionsAs: CaptionMethod?
    var captionsLanguage: String?
    var hasPage = false
    /// True if the output contains the recording's name and date.
    var hasMetadata = true

    /// The keys keep the names of the first version, because a job's inputs are identified by a hash that
    /// includes them.
    private enum CodingKeys: String, CodingKey {
        case render, camera, captions, captionsAs, captionsLanguage, hasPage, hasMetadata
        case audioRender = "sound"
        case audio = "sounds"
    }
}

extension JobOptions {
    init(_ object: JobObject) throws(JobFileError) {
        render = try object.choice("render", of: RenderMethod.self) ?? render
        let formerly = try object.choice("sound", of: AudioRenderMethod.self)
        audioRender = try object.choice("audioRender", of: AudioRenderMethod.self) ?? formerly ?? audioRender
        audio = try object.choice("audio", of: AudioChoice.self)?.sources
        captions = try object.string("captions")
        captionsAs = try object.choice("captionsAs", of: CaptionMethod.self)
        guard captionsAs.map({ [.track, .burned].contains($0) }) ?? true else {
            // A job has exactly one output, which shows that the job is done.
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

    /// Returns an exporter with these options.
    /// - Throws: An error if the captions cannot be read.
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
