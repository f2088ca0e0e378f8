internal import MediaTime

extension EditOperation {
    /// The operation in the form that a user types, with times rounded to milliseconds.
    public var text: String {
        let words: [String?]
        switch self {
        case .trim: words = ["trim"]
        case .cut: words = ["cut"]
        case .keep: words = ["keep"]
        case .speed(_, let speed, let mutesAudio): words = ["speed", speed.description, mutesAudio ? "mute" : nil]
        case .video(let effect):
            words = [effect.kind.rawValue, effect.rectangle?.description, effect.image.map { "image \($0.name)" }]
        case .title(let title):
            words = ["title", title.position == .bottom ? nil : title.position.rawValue, title.text.quoted]
        case .zoom(let zoom):
            words = ["zoom", zoom.rectangle.description, zoom.easeText, zoom.follows ? "follow" : nil]
        case .annotation(let annotation): words = annotation.words + [annotation.text?.quoted ?? annotation.image?.name]
        case .camera(let effect): words = ["camera", effect.kind.text] + effect.kind.lookWords
        case .mark(let mark): words = ["mark", mark.time.timecode(), mark.name?.quoted]
        case .pointer(let effect): words = [effect.kind.rawValue]
        case .audio(let effect): words = effect.kind.words + [effect.track?.word]
        case .crop(let rectangle): words = ["crop", rectangle.description]
        case .captions(let captions): words = ["captions", captions.name, captions.language]
        case .rotate(let turn): words = ["rotate", String(turn.rawValue)]
        case .pointerLook(let look): words = ["pointer"] + look.words
        case .keys(let look): words = ["keys"] + look.words
        case .style(let style): words = ["style"] + style.words + (style.image.map { ["image", $0.name] } ?? [])
        }
        let written = words.compactMap(\.self)
        let times = ranges.map { "\($0.start.timecode())..\($0.end.timecode())" }
        return (written.prefix(1) + times + written.dropFirst()).joined(separator: " ")
    }
}

extension AudioEffect.Kind {
    fileprivate var words: [String?] {
        switch self {
        case .gain(let gain): ["gain", gain.description]
        case .mute: ["mute"]
        case .fadeIn: ["fade-in"]
        case .fadeOut: ["fade-out"]
        }
    }
}
