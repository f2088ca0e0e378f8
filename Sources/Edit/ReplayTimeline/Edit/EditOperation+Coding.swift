import AudioSources
import MediaTime

extension EditOperation: Codable {
    fileprivate enum CodingKeys: String, CodingKey {
        case trim, cut, keep, speed, cover, blur, pixelate, title, draw, zoom, camera, mark, highlight, clicks, gain,
            mute
        case fadeIn, fadeOut, crop, rotate, style, pointer, keys, captions
        // The keys of the operations' values.
        case by, rectangle, track, text, position, ease, follows, mutesAudio, at, shape, image, language
    }

    private static let belongings: Set<CodingKeys> = [
        .by, .rectangle, .track, .text, .position, .ease, .follows, .mutesAudio, .at, .shape, .image, .language,
    ]

    /// Reads one operation, named by its key:
    /// - `{"trim": range}`, `{"cut": range}`, `{"keep": [range]}`.
    /// - `{"speed": range, "by": "2x", "mutesAudio": true}`.
    /// - `{"cover": range, "image": "cover-…"}`, `{"blur": range, "rectangle": "64x36+10+5"}`; `pixelate` likewise.
    /// - `{"title": range, "text": "Chapter one", "position": "top"}`, `{"mark": time, "text": "Setup"}`.
    /// - `{"draw": range, "shape": "arrow 100,50 400,300 colour ffffff", "text": "…", "image": "cover-…"}`, with the
    ///   words of an annotation. The text or the image are those of a figure that has one.
    /// - `{"zoom": range, "rectangle": "640x360+100+50", "ease": "1/2", "follows": true}`.
    /// - `{"camera": range, "at": "top-left:30", "shape": "circle border"}`, `{"highlight": range}`, `{"clicks": range}`.
    /// - `{"gain": range, "by": "-6dB", "track": "mic"}`; `mute`, `fadeIn` and `fadeOut` likewise.
    /// - `{"style": "background 1e3a8a padding 8% radius 1.4% shadow 40%", "image": "cover-…"}`, without the background if
    ///   it is an image.
    /// - `{"pointer": "size 150% smooth 0.5"}`, `{"keys": "bottom size 9%"}`.
    /// - `{"crop": "640x360+100+50"}`, `{"rotate": 90}`, `{"captions": "captions-…", "language": "en"}`.
    public init(from decoder: any Decoder) throws {
        guard let operation = try EditOperation(named: decoder) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "There is no operation of this name."))
        }
        self = operation
    }

    /// Reads an operation, or returns nil if not exactly one key names an operation.
    init?(named decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let names = values.allKeys.filter { !Self.belongings.contains($0) }
        guard names.count == 1, let name = names.first else { return nil }
        switch name {
        case .keep: self = .keep(try Self.ranges(values))
        case .crop: self = .crop(try values.decodeText(.crop))
        case .mark: self = .mark(try Self.mark(values))
        case .captions: self = .captions(try Self.captions(values))
        case .style: self = .style(try Self.style(values))
        case .pointer: self = .pointerLook(try Self.pointerLook(values))
        case .keys: self = .keys(try Self.keysLook(values))
        case .rotate:
            guard let turn = QuarterTurn(rawValue: try values.decode(Int.self, forKey: .rotate)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .rotate, in: values, debugDescription: "A rotation must be 0, 90, 180 or 270.")
            }
            self = .rotate(turn)
        default: self = try Self.ranged(name, range: try values.decode(TimeRange.self, forKey: name), values: values)
        }
    }

    private static func ranged(
        _ name: CodingKeys, range: TimeRange, values: KeyedDecodingContainer<CodingKeys>
    ) throws -> EditOperation {
        switch name {
        case .trim: return .trim(range)
        case .speed:
            let mutesAudio = try values.decodeIfPresent(Bool.self, forKey: .mutesAudio) ?? false
            return .speed(range, try values.decodeText(.by), mutesAudio: mutesAudio)
        case .cover, .blur, .pixelate:
            let kind = VideoEffect.Kind(rawValue: name.rawValue) ?? .cover
            let rectangle = values.contains(.rectangle) ? try values.decodeText(.rectangle) as FrameRectangle : nil
            return .video(VideoEffect(kind, during: range, in: rectangle, image: try image(values)))
        case .title: return .title(try title(in: range, from: values))
        case .draw: return .annotation(try annotation(in: range, from: values))
        case .highlight: return .pointer(PointerEffect(.highlight, during: range))
        case .clicks: return .pointer(PointerEffect(.clicks, during: range))
        case .zoom: return .zoom(try zoom(in: range, from: values))
        case .camera: return .camera(CameraEffect(try cameraKind(values), during: range))
        case .gain:
            return .audio(AudioEffect(.gain(try values.decodeText(.by)), during: range, track: try track(values)))
        case .mute: return .audio(AudioEffect(.mute, during: range, track: try track(values)))
        case .fadeIn: return .audio(AudioEffect(.fadeIn, during: range, track: try track(values)))
        case .fadeOut: return .audio(AudioEffect(.fadeOut, during: range, track: try track(values)))
        case .cut, .keep, .mark, .crop, .rotate, .style, .pointer, .keys, .captions, .by, .rectangle, .track, .text,
            .position,
            .ease, .follows, .mutesAudio, .at, .shape, .image, .language:
            return .cut(range)
        }
    }

    private static func title(in range: TimeRange, from values: KeyedDecodingContainer<CodingKeys>) throws -> Title {
        let position = values.contains(.position) ? try values.decodeText(.position) : Title.Position.bottom
        return Title(try text(values), during: range, at: position)
    }

    private static func annotation(
        in range: TimeRange, from values: KeyedDecodingContainer<CodingKeys>
    ) throws -> Annotation {
        let words = try values.decode(String.self, forKey: .shape)
        let text = try values.contains(.text) ? text(values) : nil
        let annotation = Annotation(
            words: words.split(separator: " ").map(String.init), text: text, image: try image(values), during: range)
        guard let annotation else {
            throw DecodingError.dataCorruptedError(
                forKey: .shape, in: values, debugDescription: "“\(words)” is not an annotation.")
        }
        return annotation
    }

    private static func mark(_ values: KeyedDecodingContainer<CodingKeys>) throws -> EditMark {
        EditMark(
            try values.decode(MediaTime.self, forKey: .mark), name: try values.contains(.text) ? text(values) : nil)
    }

    private static func text(_ values: KeyedDecodingContainer<CodingKeys>) throws -> TitleText {
        let text = try values.decode(String.self, forKey: .text)
        do throws(TitleTextError) {
            return try TitleText(validating: text)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .text, in: values, debugDescription: "\(error)")
        }
    }

    private static func zoom(in range: TimeRange, from values: KeyedDecodingContainer<CodingKeys>) throws -> Zoom {
        let ease = try values.decodeIfPresent(MediaTime.self, forKey: .ease) ?? Zoom.easeDefault
        let follows = try values.decodeIfPresent(Bool.self, forKey: .follows) ?? false
        guard let zoom = Zoom(try values.decodeText(.rectangle), during: range, ease: ease, follows: follows) else {
            throw DecodingError.dataCorruptedError(
                forKey: .ease, in: values, debugDescription: "An ease must be 0 to 60 s.")
        }
        return zoom
    }

    private static func cameraKind(_ values: KeyedDecodingContainer<CodingKeys>) throws -> CameraEffect.Kind {
        let text = try values.decode(String.self, forKey: .at)
        let words = try values.decodeIfPresent(String.self, forKey: .shape)?.split(separator: " ") ?? []
        var look = CameraLook()
        let isKnown = words.allSatisfy { look.apply(String($0)) }
        let kind = CameraEffect.Kind(text)
        guard isKnown, let found = words.isEmpty ? kind : kind?.with(look) else {
            throw DecodingError.dataCorruptedError(
                forKey: .at, in: values, debugDescription: "“\(text)” is not a place of the camera.")
        }
        return found
    }

    private static func image(_ values: KeyedDecodingContainer<CodingKeys>) throws -> VideoEffect.Image? {
        guard let name = try values.decodeIfPresent(String.self, forKey: .image) else { return nil }
        guard let image = VideoEffect.Image(name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .image, in: values, debugDescription: "“\(name)” is not the name of an image.")
        }
        return image
    }

    private static func style(_ values: KeyedDecodingContainer<CodingKeys>) throws -> FrameStyle {
        let (text, image) = (try values.decode(String.self, forKey: .style), try image(values))
        do throws(FrameStyleError) {
            let style = try FrameStyle(parsing: text)
            return image.map { style.with(.image($0)) } ?? style
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .style, in: values, debugDescription: "\(error)")
        }
    }

    private static func pointerLook(_ values: KeyedDecodingContainer<CodingKeys>) throws -> PointerLook {
        let text = try values.decode(String.self, forKey: .pointer)
        do throws(PointerLookError) {
            return try PointerLook(words: text.split(separator: " ").map(String.init))
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .pointer, in: values, debugDescription: "\(error)")
        }
    }

    private static func keysLook(_ values: KeyedDecodingContainer<CodingKeys>) throws -> KeysLook {
        let text = try values.decode(String.self, forKey: .keys)
        guard let look = KeysLook(words: text.split(separator: " ").map(String.init)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .keys, in: values, debugDescription: "“\(text)” is not a look of shortcuts.")
        }
        return look
    }

    private static func captions(_ values: KeyedDecodingContainer<CodingKeys>) throws -> EditCaptions {
        let name = try values.decode(String.self, forKey: .captions)
        let language = try values.decodeIfPresent(String.self, forKey: .language)
        guard let captions = EditCaptions(name, language: language) else {
            throw DecodingError.dataCorruptedError(
                forKey: .captions, in: values, debugDescription: "“\(name)” is not the name of captions.")
        }
        return captions
    }

    private static func ranges(_ values: KeyedDecodingContainer<CodingKeys>) throws -> [TimeRange] {
        let ranges = try values.decode([TimeRange].self, forKey: .keep)
        guard !ranges.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .keep, in: values, debugDescription: "It keeps no range.")
        }
        return ranges
    }

    private static func track(_ values: KeyedDecodingContainer<CodingKeys>) throws -> AudioSource? {
        guard let word = try values.decodeIfPresent(String.self, forKey: .track) else { return nil }
        guard let source = AudioSource(word: word) else {
            throw DecodingError.dataCorruptedError(
                forKey: .track, in: values, debugDescription: "“\(word)” is not an audio track.")
        }
        return source
    }

    /// Writes the format that ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .trim(let range): try values.encode(range, forKey: .trim)
        case .cut(let range): try values.encode(range, forKey: .cut)
        case .keep(let ranges): try values.encode(ranges, forKey: .keep)
        case .speed(let range, let speed, let mutesAudio):
            if mutesAudio { try values.encode(true, forKey: .mutesAudio) }
            try values.encode(range, forKey: .speed)
            try values.encode(speed.description, forKey: .by)
        case .video(let effect):
            try values.encode(effect.range, forKey: CodingKeys(effect.kind))
            try values.encodeIfPresent(effect.rectangle?.description, forKey: .rectangle)
            try values.encodeIfPresent(effect.image?.name, forKey: .image)
        case .title(let title):
            try values.encode(title.range, forKey: .title)
            try values.encode(title.text.text, forKey: .text)
            if title.position != .bottom { try values.encode(title.position.rawValue, forKey: .position) }
        case .annotation(let annotation):
            try values.encode(annotation.range, forKey: .draw)
            try values.encode(annotation.words.joined(separator: " "), forKey: .shape)
            try values.encodeIfPresent(annotation.text?.text, forKey: .text)
            try values.encodeIfPresent(annotation.image?.name, forKey: .image)
        case .mark(let mark):
            try values.encode(mark.time, forKey: .mark)
            try values.encodeIfPresent(mark.name?.text, forKey: .text)
        case .pointer(let effect): try values.encode(effect.range, forKey: CodingKeys(effect.kind))
        case .zoom(let zoom):
            try values.encode(zoom.range, forKey: .zoom)
            try values.encode(zoom.rectangle.description, forKey: .rectangle)
            if zoom.ease != Zoom.easeDefault { try values.encode(zoom.ease, forKey: .ease) }
            if zoom.follows { try values.encode(true, forKey: .follows) }
        case .camera(let effect):
            try values.encode(effect.range, forKey: .camera)
            try values.encode(effect.kind.text, forKey: .at)
            let look = effect.kind.lookWords
            if !look.isEmpty { try values.encode(look.joined(separator: " "), forKey: .shape) }
        case .audio(let effect):
            try values.encode(effect.range, forKey: CodingKeys(effect.kind))
            if case .gain(let gain) = effect.kind { try values.encode(gain.description, forKey: .by) }
            try values.encodeIfPresent(effect.track?.word, forKey: .track)
        case .crop(let rectangle): try values.encode(rectangle.description, forKey: .crop)
        case .rotate(let turn): try values.encode(turn.rawValue, forKey: .rotate)
        case .style(let style):
            try values.encode(style.words.joined(separator: " "), forKey: .style)
            try values.encodeIfPresent(style.image?.name, forKey: .image)
        case .keys(let look): try values.encode(look.words.joined(separator: " "), forKey: .keys)
        case .pointerLook(let look): try values.encode(look.words.joined(separator: " "), forKey: .pointer)
        case .captions(let captions):
            try values.encode(captions.name, forKey: .captions)
            try values.encodeIfPresent(captions.language, forKey: .language)
        }
    }
}

extension EditOperation.CodingKeys {
    fileprivate init(_ kind: VideoEffect.Kind) {
        switch kind {
        case .cover: self = .cover
        case .blur: self = .blur
        case .pixelate: self = .pixelate
        }
    }

    fileprivate init(_ kind: PointerEffect.Kind) {
        switch kind {
        case .highlight: self = .highlight
        case .clicks: self = .clicks
        }
    }

    fileprivate init(_ kind: AudioEffect.Kind) {
        switch kind {
        case .gain: self = .gain
        case .mute: self = .mute
        case .fadeIn: self = .fadeIn
        case .fadeOut: self = .fadeOut
        }
    }
}

extension Title.Position: LosslessStringConvertible {
    /// Reads `top`, `middle` or `bottom`.
    public init?(_ description: String) { self.init(rawValue: description) }

    /// The text `top`, `middle` or `bottom`.
    public var description: String { rawValue }
}

extension KeyedDecodingContainer {
    /// Decodes a value that is written as text.
    fileprivate func decodeText<Value: LosslessStringConvertible>(_ key: Key) throws -> Value {
        let text = try decode(String.self, forKey: key)
        guard let value = Value(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "“\(text)” is not a \(Value.self).")
        }
        return value
    }
}
