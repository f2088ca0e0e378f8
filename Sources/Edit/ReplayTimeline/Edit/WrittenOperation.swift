public import MediaTime

/// An operation as a user writes it, such as `blur 3..5 200x50+10+10`. It does not depend on a recording yet.
///
/// | written | does |
/// |---|---|
/// | `trim A..B`, `cut A..B`, `keep A..B C..D` | keeps or removes ranges |
/// | `speed A..B 2x [mute]` | plays a range faster or slower, 0.1x to 16x, and mutes it |
/// | `gain A..B -6dB [app\|mic]` | changes the volume of audio: -60 to 24 dB |
/// | `mute A..B [app\|mic]`, `fade-in A..B [app\|mic]`, `fade-out A..B [app\|mic]` | mutes or fades one track or all |
/// | `cover A..B [WxH+X+Y]`, `blur A..B [WxH+X+Y]`, `pixelate A..B [WxH+X+Y]` | hides a rectangle, or the whole frame |
/// | `cover A..B [WxH+X+Y] image FILE` | shows an image there |
/// | `title A..B [top\|middle\|bottom] "TEXT"` | shows a text over the frame |
/// | `arrow A..B X,Y X,Y`, `box A..B WxH+X+Y`, `ellipse A..B WxH+X+Y` | draws over the screen |
/// | `text A..B X,Y "TEXT"`, `step A..B X,Y 1`, `image A..B WxH+X+Y FILE` | draws over the screen |
/// | `spotlight A..B WxH+X+Y` | darkens the rest of the screen |
/// | `watermark [A..B] [bottom-right] FILE` | draws an image in a corner of the frame |
/// | `… colour ff3b30 width 0.9% opacity 80% ease 0.3s` | sets the look of any of these; `size 5%` for texts and steps |
/// | `highlight [A..B]`, `clicks [A..B]` | highlights the pointer, or the presses of its buttons |
/// | `zoom A..B WxH+X+Y [0.5s] [follow]` | enlarges this part to the whole frame; it may follow the pointer |
/// | `camera A..B top-left:30 [circle\|rounded] [mirrored] [border] [shrink]`, `camera A..B side:30`, `camera A..B stacked:30`, `camera A..B full`, `camera A..B off` | shows the camera elsewhere |
/// | `crop WxH+X+Y` | shows only this part of the frame |
/// | `rotate 90` | rotates the frame clockwise: 90, 180 or 270 degrees |
/// | `style [NAME] [padding 8%] …` | puts the screen on a background; ``FrameStyle/init(words:)`` reads it |
/// | `style … image FILE` | uses an image as the background |
/// | `pointer [size 150%] [smooth 0.5] [hide-idle 2s] [click ring\|press]`, `pointer off` | sets the look of a pointer that was recorded apart |
/// | `keys [bottom\|top] [size 9%]` | shows the recorded shortcuts |
/// | `captions FILE [en]` | adds captions to exports, from WebVTT or SubRip |
///
/// Times are those of `TimePosition`. Arguments may come in any order, but a text and an image's path are last.
/// In a line, a path may also stand in quotation marks, between which `\"`, `\\` and `\n` are escapes. Words from a
/// shell need no quotation marks.
public struct WrittenOperation: Hashable, Sendable {
    /// The names of the operations.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// Keeps one range.
        case trim
        /// Removes a range.
        case cut
        /// Keeps several ranges and removes everything else.
        case keep
        /// Plays a range faster or slower.
        case speed
        /// Covers a rectangle with black or an image.
        case cover
        /// Blurs a rectangle.
        case blur
        /// Reduces a rectangle to large squares.
        case pixelate
        /// Shows a text over the frame.
        case title
        /// Begins a chapter.
        case mark
        /// Highlights the pointer.
        case highlight
        /// Highlights the presses of the pointer's buttons.
        case clicks
        /// Enlarges a part of the frame to the whole frame.
        case zoom
        /// Draws an arrow.
        case arrow
        /// Draws a rectangle.
        case box
        /// Draws an ellipse.
        case ellipse
        /// Draws a text at a place on the screen.
        case text
        /// Draws a numbered disc.
        case step
        /// Darkens the rest of the screen.
        case spotlight
        /// Draws an image on the screen.
        case image
        /// Draws an image in a corner of the frame.
        case watermark
        /// Shows the camera elsewhere, beside or in place of the screen, or not at all.
        case camera
        /// Shows only a part of the frame.
        case crop
        /// Rotates the frame clockwise.
        case rotate
        /// Puts the screen as a card on a background.
        case style
        /// Sets the look of a pointer that was recorded apart from the frames.
        case pointer
        /// Shows the recorded shortcuts.
        case keys
        /// Adds captions to exports.
        case captions
        /// Changes the volume of audio.
        case gain
        /// Mutes audio.
        case mute
        /// Fades audio in from silence.
        case fadeIn = "fade-in"
        /// Fades audio out to silence.
        case fadeOut = "fade-out"

        /// An example of the operation as a user writes it.
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
            case .arrow: "arrow 3..5 100,50 400,300"
            case .box, .ellipse, .spotlight: "\(rawValue) 3..5 640x360+100+50"
            case .text: "text 3..5 400,300 \"Click here\""
            case .step: "step 3..5 400,300 1"
            case .image: "image 3..5 640x360+100+50 arrow.png"
            case .watermark: "watermark bottom-right logo.png"
            case .camera: "camera 3..5 top-left:30 circle"
            case .crop: "crop 640x360+100+50"
            case .rotate: "rotate 90"
            case .style: "style calm padding 8%"
            case .pointer: "pointer size 150% smooth 0.5"
            case .keys: "keys bottom"
            case .captions: "captions demo.srt en"
            case .gain: "gain 3..5 -6dB"
            case .mute, .fadeIn, .fadeOut: "\(rawValue) 3..5"
            }
        }
    }

    /// The path of an image or of a captions file, or nil for other operations.
    /// The file must be copied into the recording before the operation can refer to it.
    public let filePath: String?
    /// The file of a style and the properties that replace its own, or nil for other operations.
    package let styleFile: WrittenStyle.File?
    /// The text of a style without its image, or nil for other operations.
    package var styleText: String? { if case .style = model { model.text } else { nil } }
    private let ranges: [TimePositionRange]
    /// True if the operation applies to the whole recording because it names no range.
    package var namesNoRange: Bool { ranges == [Arguments.whole] }
    /// The instant of a mark, or nil for other operations.
    private let instant: TimePosition?
    /// The operation with placeholder ranges or a placeholder instant.
    private let model: EditOperation

    /// Reads words, starting with the name.
    /// - Throws: `TimecodeError`, `WrittenOperationError`.
    public init(words: [String]) throws {
        guard let first = words.first, let name = Name(rawValue: first) else {
            throw WrittenOperationError.noOperation(words.first ?? "")
        }
        if let kind = name.annotation {
            self.init(try WrittenAnnotation(kind, words: words.dropFirst()))
            return
        }
        switch name {
        case .title: self.init(try WrittenTitle(words: words.dropFirst()))
        case .mark: self.init(try WrittenMark(words: words.dropFirst()))
        case .captions: self.init(try WrittenCaptions(words: words.dropFirst()))
        case .style: self.init(try WrittenStyle(words: words.dropFirst()))
        case .pointer: self.init(.pointerLook(try Self.pointerLook(words.dropFirst())))
        case .keys: self.init(.keys(try Self.keysLook(words.dropFirst())))
        default: try self.init(name, words: words.dropFirst())
        }
    }

    private init(_ name: Name, words: ArraySlice<String>) throws {
        let (words, image) = try Self.splitImage(words, of: name)
        (filePath, instant, styleFile) = (image, nil, nil)
        var arguments = Arguments(name: name, arguments: try words.map { try Argument($0) })
        ranges = try arguments.ranges()
        model = try arguments.operation()
        try arguments.finish()
    }

    /// Reads a line.
    /// - Throws: `TimecodeError`, `WrittenOperationError`.
    public init(parsing text: String) throws {
        let (name, rest) = text[...].firstWord
        if let kind = Annotation.Kind(rawValue: String(name)) {
            self.init(try WrittenAnnotation(kind, line: rest))
            return
        }
        switch Name(rawValue: String(name)) {
        case .title: self.init(try WrittenTitle(line: rest))
        case .mark: self.init(try WrittenMark(line: rest))
        case .captions: self.init(try WrittenCaptions(line: rest))
        case .style: self.init(try WrittenStyle(words: try Self.words(of: text[...]).dropFirst()))
        default: try self.init(words: try Self.words(of: text[...]))
        }
    }

    /// The maximum number of words in a line: a name, and as many ranges as an edit may have clips.
    public static let maxWords = Edit.clipLimit + 1

    /// Splits a line into words. The path of an image comes last. It may contain spaces, or stand in quotation marks.
    private static func words(of line: Substring) throws(WrittenOperationError) -> [String] {
        var words: [String] = []
        var (word, rest) = line.firstWord
        while !word.isEmpty {
            guard words.count < maxWords else { throw .tooManyWords }
            words.append(String(word))
            if word == "image", !rest.isEmpty { return words + [try rest.withoutQuotation()] }
            (word, rest) = rest.firstWord
        }
        return words
    }

    private init(_ written: WrittenCaptions) {
        ranges = []
        instant = nil
        model = .captions(.placeholder(language: written.language))
        (filePath, styleFile) = (written.path, nil)
    }

    private init(_ written: WrittenStyle) {
        (ranges, instant, model) = ([], nil, .style(written.style))
        (filePath, styleFile) = (written.imagePath, written.file)
    }

    /// Creates an operation that has neither a range nor a file.
    private init(_ operation: EditOperation) {
        (ranges, instant, model) = ([], nil, operation)
        (filePath, styleFile) = (nil, nil)
    }

    private static func keysLook(_ words: ArraySlice<String>) throws(WrittenOperationError) -> KeysLook {
        if let range = words.first(where: { $0.rangeDots != nil }) { throw .tooMuch(range, .keys) }
        guard let look = KeysLook(words: words) else { throw .wrong(words.last, .keys) }
        return look
    }

    private static func pointerLook(_ words: ArraySlice<String>) throws(WrittenOperationError) -> PointerLook {
        if let range = words.first(where: { $0.rangeDots != nil }) { throw .tooMuch(range, .pointer) }
        do throws(PointerLookError) {
            let look = try PointerLook(words: words)
            guard !words.isEmpty else { throw PointerLookError.noProperty }
            return look
        } catch {
            throw .wrongPointer(error)
        }
    }

    private init(_ written: WrittenAnnotation) {
        (ranges, instant, model) = ([written.range], nil, .annotation(written.annotation))
        (filePath, styleFile) = (written.imagePath, nil)
    }

    private init(_ written: WrittenTitle) {
        (ranges, instant, model) = ([written.range], nil, .title(written.title))
        (filePath, styleFile) = (nil, nil)
    }

    private init(_ written: WrittenMark) {
        (ranges, instant, model) = ([], written.time, .mark(EditMark(.zero, name: written.name)))
        (filePath, styleFile) = (nil, nil)
    }

    /// Reads a line without a range, and returns the operation on `range`. A mark is set at the start of `range`.
    /// `range` may be nil for an operation that has none, such as a crop.
    /// An image is named by its file name in the recording's folder.
    /// - Throws: `TimecodeError`, `WrittenOperationError`.
    public static func operation(parsing text: String, on range: TimeRange?) throws -> EditOperation {
        let (name, rest) = text[...].firstWord
        guard name != Name.title.rawValue else {
            guard let range else { throw WrittenOperationError.noRange(.title) }
            return EditOperation.title(try WrittenTitle.title(line: rest)).with([range])
        }
        if name == Name.mark.rawValue {
            guard let range else { throw WrittenOperationError.wrong(nil, .mark) }
            return .mark(EditMark(range.start, name: try WrittenMark.name(line: rest)))
        }
        if let kind = Annotation.Kind(rawValue: String(name)) { return try annotation(kind, line: rest, on: range) }
        if name == Name.captions.rawValue { return try captions(line: rest) }
        if name == Name.style.rawValue { return try style(words: try words(of: text[...]).dropFirst()) }
        let words = try words(of: text[...])
        let written = try WrittenOperation(
            words: words.prefix(1) + (range == nil ? [] : [".."]) + words.dropFirst())
        let operation = written.model.with([range].compactMap(\.self))
        guard let path = written.filePath else { return operation }
        // The line may come from a client that must not read files outside the recording.
        guard let image = VideoEffect.Image(path) else { throw WrittenOperationError.noImage(.cover) }
        return operation.with(image)
    }

    /// Reads an annotation whose image is already a file of the recording.
    private static func annotation(
        _ kind: Annotation.Kind, line: Substring, on range: TimeRange?
    ) throws -> EditOperation {
        guard let range else { throw WrittenOperationError.noRange(Name(kind)) }
        let written = try WrittenAnnotation(kind, line: line)
        let annotation = written.annotation.with(range)
        guard let path = written.imagePath else { return .annotation(annotation) }
        // The line may come from a client that must not read files outside the recording.
        guard let image = VideoEffect.Image(path) else { throw WrittenOperationError.noImage(Name(kind)) }
        return .annotation(annotation.with(image))
    }

    /// Reads a style whose image is already a file of the recording.
    private static func style(words: ArraySlice<String>) throws(WrittenOperationError) -> EditOperation {
        let written = try WrittenStyle(words: words)
        // The line may come from a client that must not read files outside the recording.
        if let file = written.file { throw .wrongStyle(.unknownStyle(file.path)) }
        guard let path = written.imagePath else { return .style(written.style) }
        guard let image = VideoEffect.Image(path) else { throw .noImage(.style) }
        return .style(written.style.with(.image(image)))
    }

    /// Reads captions that are already a file of the recording.
    private static func captions(line: Substring) throws(WrittenOperationError) -> EditOperation {
        let written = try WrittenCaptions(line: line)
        guard let captions = EditCaptions(written.path, language: written.language) else {
            throw .wrong(written.path, .captions)
        }
        return .captions(captions)
    }

    /// Returns the operation on a recording.
    /// - Parameters:
    ///   - duration: The duration of the recording.
    ///   - frameTime: Returns the start of a frame, as in ``TimePosition/resolved(in:frameTime:)``.
    ///
    /// - Throws: `TimecodeError` if a time cannot be resolved.
    public func resolved(
        in duration: MediaTime, frameTime: (Int) -> MediaTime?
    ) throws(TimecodeError) -> EditOperation {
        if let instant, case .mark(let mark) = model {
            return .mark(EditMark(try instant.resolved(in: duration, frameTime: frameTime), name: mark.name))
        }
        var resolved: [TimeRange] = []
        for range in ranges { resolved.append(try range.resolved(in: duration, frameTime: frameTime)) }
        return model.with(resolved)
    }
}
