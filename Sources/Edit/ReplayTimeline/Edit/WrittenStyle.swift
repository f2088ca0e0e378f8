/// A style as a user writes it: a name or a file, properties, and the path of an image.
package struct WrittenStyle: Hashable, Sendable {
    /// The file of a style.
    package struct File: Hashable, Sendable {
        /// The path.
        package let path: String
        /// The words of the properties that replace those of the file.
        fileprivate let properties: [String]

        /// Returns the style of the file's contents, with these properties.
        package func style(_ preset: StylePreset) throws(FrameStyleError) -> FrameStyle {
            try FrameStyle(properties: properties, of: preset.style)
        }
    }

    /// The style without its file and its image.
    let style: FrameStyle
    /// The path of the background image, or nil.
    let imagePath: String?
    let file: File?

    /// Reads the words after the operation's name.
    init(words: some Sequence<String>) throws(WrittenOperationError) {
        let (words, image) = try Self.splitImage(FrameStyle.divided(words))
        imagePath = image
        let isFile = words.first.map(Self.isStyleFile) ?? false
        file = isFile ? File(path: words[0], properties: Array(words.dropFirst())) : nil
        do throws(FrameStyleError) {
            // The properties are also checked if the file is not read yet.
            style =
                try isFile
                ? FrameStyle(properties: Array(words.dropFirst()), of: .none) : FrameStyle(words: words)
        } catch {
            throw .wrongStyle(error)
        }
    }

    private static func isStyleFile(_ word: String) -> Bool {
        !word.isImageName && (word.contains("/") || word.hasSuffix(".json5") || word.hasSuffix(".json"))
    }

    /// Splits off the path of an image, which may also be written as the background.
    private static func splitImage(
        _ words: [String]
    ) throws(WrittenOperationError) -> (words: [String], image: String?) {
        if let place = words.firstIndex(of: FrameStyle.imageWord) {
            guard place + 1 < words.count else { throw .noImage(.style) }
            return (Array(words[..<place] + words[(place + 2)...]), words[place + 1])
        }
        guard let place = words.firstIndex(of: FrameStyle.Property.background.rawValue), place + 1 < words.count,
            case let value = words[place + 1], StyleBackground(value) == nil,
            value.contains(where: { "./".contains($0) })
        else { return (words, nil) }
        return (Array(words[..<place] + words[(place + 2)...]), value)
    }
}
