import MediaTime

/// An annotation as a user writes it: a range, places and properties, and last a text or the path of an image.
/// Without a range, it applies to the whole recording.
struct WrittenAnnotation {
    let range: TimePositionRange
    /// The annotation, with a placeholder for its image.
    let annotation: Annotation
    /// The path of its image, or nil if it has none.
    let imagePath: String?

    /// Reads the words after the name, already split by a shell.
    init(_ kind: Annotation.Kind, words: ArraySlice<String>) throws {
        var parts = Parts(kind)
        var rest = words
        while let word = rest.first, case let count = try parts.take(word, before: rest.dropFirst().first), count > 0 {
            rest = rest.dropFirst(count)
        }
        if parts.hasImage, rest.count > 1 { throw parts.error(before: rest) }
        try self.init(parts, last: rest.joined(separator: " "))
    }

    /// Reads the rest of a line after the name. A text or a path that begins with a quotation mark must also end with one.
    init(_ kind: Annotation.Kind, line: Substring) throws {
        var parts = Parts(kind)
        var rest = line
        while case let (word, after) = rest.firstWord, !word.isEmpty,
            case let count = try parts.take(String(word), before: String(after.firstWord.0)), count > 0
        {
            rest = count == 1 ? after : after.firstWord.rest
        }
        let last = rest.firstWord.0.isEmpty ? "" : rest
        let mayBeQuoted = kind == .text || parts.hasImage
        try self.init(parts, last: mayBeQuoted ? last.withoutQuotation() : String(last))
    }

    private init(_ parts: Parts, last: String) throws(WrittenOperationError) {
        range = parts.range ?? WrittenOperation.Arguments.whole
        if parts.hasImage, last.isEmpty { throw .noImage(parts.name) }
        imagePath = parts.hasImage ? last : nil
        annotation = Annotation(
            try parts.figure(text: last), during: TimeRange(start: .zero, end: .zero), look: parts.look)
    }
}

/// The words of an annotation that were read so far.
private struct Parts {
    let name: WrittenOperation.Name
    private let kind: Annotation.Kind
    private(set) var range: TimePositionRange?
    private(set) var look: AnnotationLook
    private var points: [FramePoint] = []
    private var rectangle: FrameRectangle?
    private var number: Int?
    private var corner: CameraPlacement.Corner?

    init(_ kind: Annotation.Kind) {
        (self.kind, name, look) = (kind, WrittenOperation.Name(kind), AnnotationLook(of: kind))
    }

    var hasImage: Bool { kind == .image || kind == .watermark }
    private var pointCount: Int { kind == .arrow ? 2 : kind == .text || kind == .step ? 1 : 0 }
    private var hasRectangle: Bool { [.box, .ellipse, .spotlight, .image].contains(kind) }

    /// Takes a word, and the word after it if the first one names a property.
    /// - Returns: The number of words that were taken: 0 for one that begins a text or a path.
    mutating func take(_ word: String, before next: String?) throws -> Int {
        if range == nil, word.rangeDots != nil, kind != .watermark || !word.contains("/") {
            range = try TimePositionRange(parsing: word)
            return 1
        }
        if takePlace(word) { return 1 }
        guard let property = AnnotationLook.Property(word: word) else { return 0 }
        guard AnnotationLook.properties(of: kind).contains(property) else {
            throw WrittenOperationError.tooMuch(word, name)
        }
        guard let next, !next.isEmpty else { throw WrittenOperationError.wrongProperty(word, "", name) }
        guard look.set(property, to: next, for: kind) else {
            throw WrittenOperationError.wrongProperty(word, next, name)
        }
        return 2
    }

    private mutating func takePlace(_ word: String) -> Bool {
        if points.count < pointCount, let point = FramePoint(word) {
            points.append(point)
        } else if hasRectangle, rectangle == nil, let rectangle = FrameRectangle(word) {
            self.rectangle = rectangle
        } else if kind == .step, number == nil, let number = Int(word), Annotation.numbers.contains(number) {
            self.number = number
        } else if kind == .watermark, corner == nil, let corner = CameraPlacement.Corner(word: word) {
            self.corner = corner
        } else {
            return false
        }
        return true
    }

    /// Returns the error for several words in place of the path of an image.
    func error(before words: ArraySlice<String>) -> WrittenOperationError {
        let needsPlace = hasRectangle ? rectangle == nil : corner == nil
        return needsPlace ? .wrong(words.first, name) : .tooMuch(words[words.startIndex + 1], name)
    }

    /// Returns the figure.
    /// - Parameter text: The text, the path of the image, or the first word that was not taken.
    func figure(text: String) throws(WrittenOperationError) -> Annotation.Figure {
        let wrong = text.isEmpty || hasImage ? nil : String(text.prefix { $0 != " " })
        guard points.count == pointCount, hasRectangle == (rectangle != nil), kind != .step || number != nil else {
            throw .wrong(wrong, name)
        }
        if kind == .text { return .text(try self.text(text), at: points[0]) }
        if let wrong { throw .tooMuch(wrong, name) }
        switch (kind, rectangle) {
        case (.arrow, _): return .arrow(from: points[0], to: points[1])
        case (.step, _): return .step(number ?? 1, at: points[0])
        case (.box, let rectangle?): return .box(rectangle)
        case (.ellipse, let rectangle?): return .ellipse(rectangle)
        case (.spotlight, let rectangle?): return .spotlight(rectangle)
        case (.image, let rectangle?): return .image(.placeholder, in: rectangle)
        default: return .watermark(.placeholder, at: corner ?? .bottomRight)
        }
    }

    private func text(_ text: String) throws(WrittenOperationError) -> TitleText {
        do throws(TitleTextError) {
            return try TitleText(validating: text)
        } catch {
            throw .wrongText(error)
        }
    }
}

extension WrittenOperation.Name {
    init(_ kind: Annotation.Kind) {
        self =
            switch kind {
            case .arrow: .arrow
            case .box: .box
            case .ellipse: .ellipse
            case .text: .text
            case .step: .step
            case .spotlight: .spotlight
            case .image: .image
            case .watermark: .watermark
            }
    }

    /// The kind of annotation that the operation draws, or nil if it draws none.
    var annotation: Annotation.Kind? { Annotation.Kind(rawValue: rawValue) }
}

extension Annotation {
    /// The words of the figure and its look, as a user types them, without a text or an image.
    var words: [String] {
        let places: [String] =
            switch figure {
            case .arrow(let tail, let head): [tail.description, head.description]
            case .box(let rectangle), .ellipse(let rectangle), .spotlight(let rectangle), .image(_, let rectangle):
                [rectangle.description]
            case .text(_, let point): [point.description]
            case .step(let number, let point): [point.description, String(number)]
            case .watermark(_, let corner): [corner.rawValue]
            }
        return [kind.rawValue] + places + look.words(for: kind)
    }

    /// The text, or nil if the annotation is another figure.
    public var text: TitleText? { if case .text(let text, _) = figure { text } else { nil } }

    /// Reads the words that ``words`` returns.
    /// - Parameter text: The text of a text.
    init?(words: [String], text: TitleText?, image: VideoEffect.Image?, during range: TimeRange) {
        guard let first = words.first, let kind = Kind(rawValue: first) else { return nil }
        var parts = Parts(kind)
        var rest = words.dropFirst()
        do {
            while let word = rest.first {
                let count = try parts.take(word, before: rest.dropFirst().first)
                guard count > 0 else { return nil }
                rest = rest.dropFirst(count)
            }
            guard parts.range == nil, parts.hasImage == (image != nil), (kind == .text) == (text != nil) else {
                return nil
            }
            let made = Annotation(try parts.figure(text: text?.text ?? ""), during: range, look: parts.look)
            self = image.map(made.with) ?? made
        } catch {
            return nil
        }
    }
}
