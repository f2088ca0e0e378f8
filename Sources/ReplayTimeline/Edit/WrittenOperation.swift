public import MediaTime

/// An operation as people write it, such as `blur 3..5 200x50+10+10`, before the recording is known.
///
/// | written | does |
/// |---|---|
/// | `trim A..B`, `cut A..B`, `keep A..B C..D` | keeps or removes ranges |
/// | `speed A..B 2x [mute]` | plays a range faster or slower, 0.1x to 16x, and mutes it |
/// | `gain A..B -6dB [app\|mic]` | makes audio louder or less loud: -60 to 24 dB |
/// | `mute A..B [app\|mic]`, `fade-in A..B [app\|mic]`, `fade-out A..B [app\|mic]` | what they say, to one track or all |
/// | `cover A..B [WxH+X+Y]`, `blur A..B [WxH+X+Y]`, `pixelate A..B [WxH+X+Y]` | hides a rectangle, or the whole frame |
/// | `cover A..B [WxH+X+Y] image FILE` | shows an image there |
/// | `title A..B [top\|middle\|bottom] "TEXT"` | shows a text over the frame |
/// | `highlight [A..B]`, `clicks [A..B]` | shows where the pointer is, and where it is pressed |
/// | `zoom A..B WxH+X+Y [0.5s]` | shows this part as large as the frame, with an ease there and back |
/// | `camera A..B top-left:30 [circle]`, `camera A..B full`, `camera A..B off` | shows the camera elsewhere |
/// | `crop WxH+X+Y` | shows this part of the frame alone |
/// | `rotate 90` | turns the frame clockwise: 90, 180 or 270 |
///
/// Times are those of `TimePosition`. What follows the name may come in any order, but for a title: the text is last. Between
/// quotation marks, which a line has and the words of a shell need not, `\"`, `\\` and `\n` are escapes.
public struct WrittenOperation: Hashable, Sendable {
    /// The operations' names.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Keeps one range.
        case trim
        /// Removes a range.
        case cut
        /// Keeps some ranges, and nothing else.
        case keep
        /// Plays a range faster or slower.
        case speed
        /// Covers a rectangle with a plain colour.
        case cover
        /// Blurs a rectangle.
        case blur
        /// Makes a rectangle of large squares.
        case pixelate
        /// Shows a text over the frame.
        case title
        /// Begins a chapter.
        case mark
        /// Shows where the pointer is.
        case highlight
        /// Shows where the pointer's buttons are pressed.
        case clicks
        /// Shows a part of the frame as large as the frame.
        case zoom
        /// Shows the camera elsewhere.
        case camera
        /// Shows a part of the frame alone.
        case crop
        /// Turns the frame clockwise.
        case rotate
        /// Makes audio louder or less loud.
        case gain
        /// Makes audio silent.
        case mute
        /// Lets audio begin from silence.
        case fadeIn = "fade-in"
        /// Lets audio end in silence.
        case fadeOut = "fade-out"

        /// How it is written.
        public var usage: String {
            switch self {
            case .trim, .cut, .highlight, .clicks: "\(rawValue) 3..5"
            case .keep: "keep 3..5 8..12"
            case .speed: "speed 3..5 2x"
            case .cover: "cover 3..5 640x360+100+50 image logo.png"
            case .blur, .pixelate: "\(rawValue) 3..5 640x360+100+50"
            case .title: "title 3..5 top \"Chapter one\""
            case .mark: "mark 12.5 \"Chapter one\""
            case .zoom: "zoom 3..8 640x360+100+50 0.5s"
            case .camera: "camera 3..5 top-left:30 circle"
            case .crop: "crop 640x360+100+50"
            case .rotate: "rotate 90"
            case .gain: "gain 3..5 -6dB mic"
            case .mute, .fadeIn, .fadeOut: "\(rawValue) 3..5 mic"
            }
        }
    }

    /// The file whose image covers; nil: there is none. The operation that this is resolved to knows nothing of it, for a file has
    /// to be made a part of the recording first.
    public let imagePath: String?
    private let ranges: [TimePositionRange]
    /// The operation with ranges, or an instant, that mean nothing.
    private let model: EditOperation
    /// Of a mark.
    private var instant: TimePosition?

    /// Reads words, the name first.
    /// - Throws: `TimecodeError`, `WrittenOperationError`.
    public init(words: [String]) throws {
        guard let first = words.first, let name = Name(rawValue: first) else {
            throw WrittenOperationError.noOperation(words.first ?? "")
        }
        switch name {
        case .title: self.init(try WrittenTitle(words: words.dropFirst()))
        case .mark: self.init(try WrittenMark(words: words.dropFirst()))
        default: try self.init(name, words.dropFirst())
        }
    }

    private init(_ name: Name, _ words: ArraySlice<String>) throws {
        let (words, image) = try Self.divided(words, name)
        imagePath = image
        var arguments = Arguments(name, try words.map { try Argument($0, of: name) })
        ranges = try arguments.ranges()
        model = try arguments.operation()
        try arguments.finish()
    }

    /// Reads a line.
    /// - Throws: `TimecodeError`, `WrittenOperationError`.
    public init(parsing text: String) throws {
        let (name, rest) = text[...].firstWord
        switch Name(rawValue: String(name)) {
        case .title: self.init(try WrittenTitle(line: rest))
        case .mark: self.init(try WrittenMark(line: rest))
        default: try self.init(words: text.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }

    private init(_ written: WrittenTitle) {
        (ranges, model, imagePath) = ([written.range], .title(written.title), nil)
    }

    /// What comes before an image, and the path of that, which is last.
    private static func divided(
        _ words: ArraySlice<String>, _ name: Name
    ) throws(WrittenOperationError) -> (ArraySlice<String>, String?) {
        guard name == .cover, let place = words.firstIndex(of: "image") else { return (words, nil) }
        let path = words[(place + 1)...]
        guard let first = path.first else { throw .noImage }
        if path.count > 1 { throw .tooMuch(words[place + 2], name) }
        return (words[..<place], first)
    }

    private init(_ written: WrittenMark) {
        (ranges, model, imagePath) = ([], .mark(EditMark(.zero, written.name)), nil)
        instant = written.time
    }

    /// Reads a line without a range, and makes it an operation on `range`, a mark at its beginning; nil: of all of
    /// the recording.
    /// - Throws: `TimecodeError`, `WrittenOperationError`.
    public static func operation(parsing text: String, on range: TimeRange?) throws -> EditOperation {
        let (name, rest) = text[...].firstWord
        guard name != Name.title.rawValue else {
            guard let range else { throw WrittenOperationError.noRange(.title) }
            return EditOperation.title(try WrittenTitle.title(line: rest)).with([range])
        }
        if name == Name.mark.rawValue {
            guard let range else { throw WrittenOperationError.wrong(nil, .mark) }
            return .mark(EditMark(range.start, try WrittenMark.name(line: rest)))
        }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let written = try WrittenOperation(
            words: words.prefix(1) + (range == nil ? [] : [".."]) + words.dropFirst())
        // Who writes without a range need not be the one whose files they are.
        guard written.imagePath == nil else { throw WrittenOperationError.noImage }
        return written.model.with([range].compactMap(\.self))
    }

    /// The operation on a recording.
    /// - Parameters:
    ///   - duration: how long the recording is.
    ///   - frameTime: where a frame begins, as in ``TimePosition/resolved(in:frameTime:)``.
    public func resolved(
        in duration: MediaTime, frameTime: (Int) -> MediaTime?
    ) throws(TimecodeError) -> EditOperation {
        if let instant, case .mark(let mark) = model {
            return .mark(EditMark(try instant.resolved(in: duration, frameTime: frameTime), mark.name))
        }
        var resolved: [TimeRange] = []
        for range in ranges { resolved.append(try range.resolved(in: duration, frameTime: frameTime)) }
        return model.with(resolved)
    }
}

extension WrittenOperation {
    /// What may follow a name.
    private enum Argument {
        case range(TimePositionRange)
        case rectangle(FrameRectangle)
        case track(AudioEffect.Track)
        /// A number, which the name gives its meaning.
        case number(String)

        init(_ text: String, of name: Name) throws {
            if text.utf8.firstRange(of: "..".utf8) != nil {
                self = .range(try TimePositionRange(parsing: text))
            } else if let rectangle = FrameRectangle(text) {
                self = .rectangle(rectangle)
            } else if let track = AudioEffect.Track(text) {
                self = .track(track)
            } else {
                self = .number(text)
            }
        }
    }

    /// What follows a name, as far as it was not made use of.
    private struct Arguments {
        let name: Name
        private var ranged: [TimePositionRange] = []
        private var rectangles: [FrameRectangle] = []
        private var tracks: [AudioEffect.Track] = []
        private var numbers: [String] = []

        init(_ name: Name, _ arguments: [Argument]) {
            self.name = name
            for argument in arguments {
                switch argument {
                case .range(let range): ranged.append(range)
                case .rectangle(let rectangle): rectangles.append(rectangle)
                case .track(let track): tracks.append(track)
                case .number(let text): numbers.append(text)
                }
            }
        }

        mutating func ranges() throws(WrittenOperationError) -> [TimePositionRange] {
            defer { ranged = [] }
            switch name {
            case .crop, .rotate:
                guard ranged.isEmpty else { throw .tooMuch(ranged[0].description, name) }
            case .keep:
                guard !ranged.isEmpty else { throw .noRange(name) }
            // As a rule it is the whole recording.
            case .highlight, .clicks:
                guard ranged.count < 2 else { throw .tooMuch(ranged[1].description, name) }
                return ranged.isEmpty ? [TimePositionRange(start: nil, end: nil)] : ranged
            case .trim, .cut, .speed, .cover, .blur, .pixelate, .title, .zoom, .camera, .mark, .gain, .mute, .fadeIn,
                .fadeOut:
                guard !ranged.isEmpty else { throw .noRange(name) }
                guard ranged.count == 1 else { throw .tooMuch(ranged[1].description, name) }
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
            case .cover: return .video(VideoEffect(.cover, range, rectangle()))
            case .blur: return .video(VideoEffect(.blur, range, rectangle()))
            case .pixelate: return .video(VideoEffect(.pixelate, range, rectangle()))
            // It has words of its own.
            case .title, .mark: throw .noRange(name)
            case .highlight: return .pointer(PointerEffect(.highlight, range))
            case .clicks: return .pointer(PointerEffect(.clicks, range))
            case .zoom: return .zoom(try zoom(range))
            case .camera: return .camera(CameraShot(try framing(), range))
            case .crop:
                guard let rectangle = rectangle() else { throw .wrong(numbers.first, name) }
                return .crop(rectangle)
            case .rotate: return .rotate(try number { Int($0).flatMap { QuarterTurn(rawValue: $0) } })
            case .gain: return .audio(AudioEffect(.gain(try number { Gain($0) }), range, track()))
            case .mute: return .audio(AudioEffect(.mute, range, track()))
            case .fadeIn: return .audio(AudioEffect(.fadeIn, range, track()))
            case .fadeOut: return .audio(AudioEffect(.fadeOut, range, track()))
            }
        }

        private mutating func zoom(_ range: TimeRange) throws(WrittenOperationError) -> Zoom {
            guard let rectangle = rectangle() else { throw .wrong(numbers.first, name) }
            guard !numbers.isEmpty else { return try wanted(Zoom(rectangle, range)) }
            return try number { text in Zoom.ease(text).flatMap { Zoom(rectangle, range, ease: $0) } }
        }

        private func wanted<Value>(_ value: Value?) throws(WrittenOperationError) -> Value {
            guard let value else { throw .wrong(numbers.first, name) }
            return value
        }

        private mutating func framing() throws(WrittenOperationError) -> CameraShot.Framing {
            let isRound = takes("circle")
            let framing = try number { CameraShot.Framing($0) }
            guard isRound else { return framing }
            guard let rounded = framing.rounded else { throw .tooMuch("circle", name) }
            return rounded
        }

        /// Whether a word is there.
        private mutating func takes(_ word: String) -> Bool {
            guard let place = numbers.firstIndex(of: word) else { return false }
            numbers.remove(at: place)
            return true
        }

        private mutating func rectangle() -> FrameRectangle? { rectangles.isEmpty ? nil : rectangles.removeFirst() }

        private mutating func track() -> AudioEffect.Track? { tracks.isEmpty ? nil : tracks.removeFirst() }

        private mutating func number<Value>(_ read: (String) -> Value?) throws(WrittenOperationError) -> Value {
            guard let text = numbers.first, let value = read(text) else { throw .wrong(numbers.first, name) }
            numbers.removeFirst()
            return value
        }

        /// - Throws: where something is left over.
        func finish() throws(WrittenOperationError) {
            if let number = numbers.first { throw .tooMuch(number, name) }
            if let rectangle = rectangles.first { throw .tooMuch(rectangle.description, name) }
            if let track = tracks.first { throw .tooMuch(track.rawValue, name) }
        }
    }
}
