import ReplayTimeline

extension WrittenOperation.Name {
    /// The table of all operations for the help of `replay edit`: an example of each and its effect.
    static var table: String {
        let width = allCases.map(\.usage.count).max() ?? 0
        // These are named beside the operations that they are like.
        return allCases.filter { ![.pixelate, .ellipse, .clicks, .fadeIn, .fadeOut].contains($0) }.map { name in
            "  " + name.usage + String(repeating: " ", count: width + 2 - name.usage.count) + name.effect
        }.joined(separator: "\n")
    }

    /// The effect of the operation, short enough for a line of 80 characters with ``usage``.
    private var effect: String {
        switch self {
        case .trim: "keep this range only"
        case .cut: "remove a range"
        case .keep: "keep these ranges only"
        case .speed: "play faster or slower"
        case .cover: "hide by black or an image"
        case .blur: "blur frames; also “pixelate”"
        case .pixelate: "show large squares"
        case .title: "show a text"
        case .mark: "begin a chapter"
        case .highlight: "mark the pointer; or “clicks”"
        case .clicks: "highlight clicks"
        case .zoom: "enlarge a part of frames"
        case .arrow: "draw an arrow"
        case .box: "draw this; also “ellipse”"
        case .ellipse: "draw an ellipse"
        case .text: "draw a text on a plate"
        case .step: "draw a numbered disc"
        case .spotlight: "darken the rest"
        case .image: "draw an image"
        case .watermark: "draw an image in a corner"
        case .camera: "move the camera; also “side:30”"
        case .crop: "show a part of frames"
        case .rotate: "rotate frames clockwise"
        case .style: "put frames on a background"
        case .pointer: "change a pointer kept apart"
        case .keys: "show shortcuts"
        case .captions: "add captions"
        case .gain: "change the volume"
        case .mute: "mute; or “fade-in”, “fade-out”"
        case .fadeIn: "fade audio in"
        case .fadeOut: "fade audio out"
        }
    }
}
