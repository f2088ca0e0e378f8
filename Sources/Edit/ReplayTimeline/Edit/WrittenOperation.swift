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
/// | `captions FILE [en]` | gives exports captions, of WebVTT or SubRip |
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
        /// Gives exports captions.
        case captions
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
            case .captions: "captions demo.srt en"
            case .gain: "gain 3..5 -6dB"
            case .mute, .fadeIn, .fadeOut: "\(rawValue) 3..5"
            }
        }
    }

    /// The path of the image of a cover, or of a file of captions; nil for other operations. The file becomes a part of the
    /// recording before the operation can name it.
    public let filePath: String?
    private let ranges: [TimePositionRange]
    /// True if the operation is on the whole recording because it names no range.
    package var namesNoRange: Bool { ranges == [Arguments.whole] }
    /// Of a mark; nil: it is none.
    private let instant: TimePosition?
    /// The operation with ranges, or an instant, that mean nothing.
    private let model: EditOperation

    /// Reads words, the name first.
    /// - Throws: `TimecodeError`, `WrittenOperationError`.
    public init(words: [String]) throws {
        guard let first = words.first, let name = Name(rawValue: first) else {
            throw WrittenOperationError.noOperation(words.first ?? "")
        }
        switch name {
        case .title: self.init(try WrittenTitle(words: words.dropFirst()))
        case .mark: self.init(try WrittenMark(words: words.dropFirst()))
        case .captions: self.init(try WrittenCaptions(words: words.dropFirst()))
        default: try self.init(name, words.dropFirst())
        }
    }

    private init(_ name: Name, _ words: ArraySlice<String>) throws {
        let (words, image) = try Self.splitImage(words, of: name)
        (filePath, instant) = (image, nil)
        var arguments = Arguments(name, try words.map { try Argument($0) })
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
        case .captions: self.init(try WrittenCaptions(line: rest))
        default: try self.init(words: try Self.words(of: text[...]))
        }
    }

    /// How many words a line may have: a name, and as many ranges as an edit may have clips.
    public static let maxWords = Edit.clipLimit + 1

    /// The path of an image, which comes last, may have spaces.
    private static func words(of line: Substring) throws(WrittenOperationError) -> [String] {
        var words: [String] = []
        var (word, rest) = line.firstWord
        while !word.isEmpty {
            guard words.count < maxWords else { throw .tooManyWords }
            words.append(String(word))
            if word == "image", !rest.isEmpty { return words + [String(rest)] }
            (word, rest) = rest.firstWord
        }
        return words
    }

    private init(_ written: WrittenCaptions) {
        ranges = []
        instant = nil
        model = .captions(.placeholder(language: written.language))
        filePath = written.path
    }

    private init(_ written: WrittenTitle) {
        (ranges, instant, model, filePath) = ([written.range], nil, .title(written.title), nil)
    }

    private init(_ written: WrittenMark) {
        (ranges, instant, model, filePath) = ([], written.time, .mark(EditMark(.zero, written.name)), nil)
    }

    /// Reads a line without a range, and makes it an operation on `range`, a mark at its beginning; nil: of all of
    /// the recording. An image is a copy in the recording's folder, by its name.
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
        if name == Name.captions.rawValue { return try captions(line: rest) }
        let words = try words(of: text[...])
        let written = try WrittenOperation(
            words: words.prefix(1) + (range == nil ? [] : [".."]) + words.dropFirst())
        let operation = written.model.with([range].compactMap(\.self))
        guard let path = written.filePath else { return operation }
        // Who writes without a range need not be the one whose files they are.
        guard let image = VideoEffect.Image(path) else { throw WrittenOperationError.noImage }
        return operation.with(image)
    }

    /// Reads captions that are a file of the recording's already.
    private static func captions(line: Substring) throws(WrittenOperationError) -> EditOperation {
        let written = try WrittenCaptions(line: line)
        guard let captions = EditCaptions(written.path, language: written.language) else {
            throw .wrong(written.path, .captions)
        }
        return .captions(captions)
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
