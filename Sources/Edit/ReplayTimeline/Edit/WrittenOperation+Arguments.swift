import AudioSources
import MediaTime

extension WrittenOperation {
    /// Splits off the path of an image, which comes last.
    static func splitImage(
        _ words: ArraySlice<String>, of name: Name
    ) throws(WrittenOperationError) -> (ArraySlice<String>, filePath: String?) {
        guard name == .cover, let place = words.firstIndex(of: "image") else { return (words, nil) }
        let path = words[(place + 1)...]
        guard let first = path.first else { throw .noImage(name) }
        if path.count > 1 { throw .tooMuch(words[place + 2], name) }
        return (words[..<place], first)
    }

    /// An argument after an operation's name.
    enum Argument {
        case range(TimePositionRange)
        case rectangle(FrameRectangle)
        case track(AudioSource)
        /// A number; its meaning depends on the name.
        case number(String)

        init(_ text: String) throws {
            if text.rangeDots != nil {
                self = .range(try TimePositionRange(parsing: text))
            } else if let rectangle = FrameRectangle(text) {
                self = .rectangle(rectangle)
            } else if let track = AudioSource(word: text) {
                self = .track(track)
            } else {
                self = .number(text)
            }
        }
    }

    /// The arguments of an operation that are not consumed yet.
    struct Arguments {
        let name: Name
        private var ranged: [TimePositionRange] = []
        private var rectangles: [FrameRectangle] = []
        private let hasRectangle: Bool
        private var tracks: [AudioSource] = []
        private var numbers: [String] = []

        init(name: Name, arguments: [Argument]) {
            self.name = name
            for argument in arguments {
                switch argument {
                case .range(let range): ranged.append(range)
                case .rectangle(let rectangle): rectangles.append(rectangle)
                case .track(let track): tracks.append(track)
                case .number(let text): numbers.append(text)
                }
            }
            hasRectangle = !rectangles.isEmpty
        }

        /// The range of an operation that names none: the whole recording.
        static let whole = TimePositionRange(start: nil, end: nil)

        mutating func ranges() throws(WrittenOperationError) -> [TimePositionRange] {
            defer { ranged = [] }
            switch name {
            case .crop, .rotate, .style, .pointer, .keys, .captions:
                guard ranged.isEmpty else { throw .tooMuch(ranged[0].description, name) }
            // Without a range, these would keep everything, or nothing.
            case .keep:
                guard !ranged.isEmpty else { throw .noRange(name) }
            case .trim, .cut:
                guard !ranged.isEmpty else { throw .noRange(name) }
                guard ranged.count == 1 else { throw .tooMuch(ranged[1].description, name) }
            case .highlight, .clicks, .speed, .cover, .blur, .pixelate, .title, .zoom, .camera, .mark, .gain, .mute,
                .fadeIn, .fadeOut, .arrow, .box, .ellipse, .text, .step, .spotlight, .image, .watermark:
                guard ranged.count < 2 else { throw .tooMuch(ranged[1].description, name) }
                return ranged.isEmpty ? [Self.whole] : ranged
            }
            return ranged
        }

        mutating func operation() throws(WrittenOperationError) -> EditOperation {
            let range = TimeRange(start: .zero, end: .zero)
            switch name {
            case .trim: return .trim(range)
            case .cut: return .cut(range)
            case .keep: return .keep([range])
            case .speed:
                let mutesAudio = takes("mute")
                return .speed(range, try number { Speed($0) }, mutesAudio: mutesAudio)
            case .cover: return .video(VideoEffect(.cover, during: range, in: rectangle()))
            case .blur: return .video(VideoEffect(.blur, during: range, in: rectangle()))
            case .pixelate: return .video(VideoEffect(.pixelate, during: range, in: rectangle()))
            // Types of their own parse these.
            case .title, .mark, .style, .pointer, .keys, .captions, .arrow, .box, .ellipse, .text, .step, .spotlight,
                .image,
                .watermark:
                throw .noRange(name)
            case .highlight: return .pointer(PointerEffect(.highlight, during: range))
            case .clicks: return .pointer(PointerEffect(.clicks, during: range))
            case .zoom: return .zoom(try zoom(range))
            case .camera: return .camera(CameraEffect(try cameraKind(), during: range))
            case .crop:
                guard let rectangle = rectangle() else { throw .wrong(numbers.first, name) }
                return .crop(rectangle)
            case .rotate: return .rotate(try number { Self.turns[$0] ?? Int($0).flatMap { QuarterTurn(rawValue: $0) } })
            case .gain: return .audio(AudioEffect(.gain(try number { Gain($0) }), during: range, track: track()))
            case .mute: return .audio(AudioEffect(.mute, during: range, track: track()))
            case .fadeIn: return .audio(AudioEffect(.fadeIn, during: range, track: track()))
            case .fadeOut: return .audio(AudioEffect(.fadeOut, during: range, track: track()))
            }
        }

        /// The names of rotations, including counterclockwise ones.
        private static let turns: [String: QuarterTurn] = [
            "right": .right, "cw": .right, "clockwise": .right, "left": .left, "ccw": .left,
            "counterclockwise": .left, "-90": .left,
        ]

        private mutating func zoom(_ range: TimeRange) throws(WrittenOperationError) -> Zoom {
            let follows = takes("follow")
            guard let rectangle = rectangle() else { throw .wrong(numbers.first { Zoom.ease($0) == nil }, name) }
            guard !numbers.isEmpty else { return try wanted(Zoom(rectangle, during: range, follows: follows)) }
            return try number { text in
                Zoom.ease(text).flatMap { Zoom(rectangle, during: range, ease: $0, follows: follows) }
            }
        }

        private func wanted<Value>(_ value: Value?) throws(WrittenOperationError) -> Value {
            guard let value else { throw .wrong(numbers.first, name) }
            return value
        }

        private mutating func cameraKind() throws(WrittenOperationError) -> CameraEffect.Kind {
            var look = CameraLook()
            let words = numbers.filter { look.apply($0) }
            numbers.removeAll { words.contains($0) }
            // “side 40%” is “side:40”.
            if numbers.count == 2, CameraEffect.Kind(numbers.joined(separator: ":")) != nil {
                numbers = [numbers.joined(separator: ":")]
            }
            let kind = try number { CameraEffect.Kind($0) }
            guard let word = words.first else { return kind }
            guard let looking = kind.with(look) else {
                let refused = words.first { word in
                    var look = CameraLook()
                    return look.apply(word) && kind.with(look) == nil
                }
                throw .tooMuch(refused ?? word, name)
            }
            return looking
        }

        /// Consumes a word and returns true if it is there.
        private mutating func takes(_ word: String) -> Bool {
            guard let place = numbers.firstIndex(of: word) else { return false }
            numbers.remove(at: place)
            return true
        }

        private mutating func rectangle() -> FrameRectangle? { rectangles.isEmpty ? nil : rectangles.removeFirst() }

        private mutating func track() -> AudioSource? { tracks.isEmpty ? nil : tracks.removeFirst() }

        private mutating func number<Value>(_ read: (String) -> Value?) throws(WrittenOperationError) -> Value {
            guard let text = numbers.first, let value = read(text) else { throw .wrong(numbers.first, name) }
            numbers.removeFirst()
            return value
        }

        /// Returns true if an unused word was probably meant as a rectangle.
        private func isMeantAsRectangle(_ word: String) -> Bool {
            [.cover, .blur, .pixelate].contains(name) && !hasRectangle && word.first?.isNumber ?? false
        }

        /// Checks that all arguments are consumed.
        ///
        /// - Throws: ``WrittenOperationError`` if an argument is left over.
        func finish() throws(WrittenOperationError) {
            if let word = numbers.first {
                throw isMeantAsRectangle(word) ? .wrong(word, name) : .tooMuch(word, name)
            }
            if let rectangle = rectangles.first { throw .tooMuch(rectangle.description, name) }
            if let track = tracks.first { throw .tooMuch(track.word, name) }
        }
    }
}
