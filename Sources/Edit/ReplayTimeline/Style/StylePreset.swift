import ReplayJSON

/// A named style.
public struct StylePreset: Sendable {
    /// The name.
    public let name: String
    /// One line that describes the style.
    public let summary: String
    /// The style.
    public let style: FrameStyle
    /// The path of the background image as the file has it, or nil. A built-in style has none.
    package let imagePath: String?

    /// The built-in styles. The first one is the default.
    public static let builtIn: [StylePreset] = [
        PackageResources.dusk_json5, PackageResources.calm_json5, PackageResources.midnight_json5,
        PackageResources.sunrise_json5, PackageResources.glass_json5,
    ].compactMap { try? StylePreset(json5: $0, source: "a style of Replay") }  // The tests read each of them.

    /// The style of frames for which the user names none.
    public static var standard: StylePreset { builtIn.first ?? none }

    /// Returns the built-in style of this name. The style `none` changes nothing.
    /// - Throws: ``FrameStyleError/unknownStyle(_:)`` if there is none.
    public static func named(_ name: String) throws(FrameStyleError) -> StylePreset {
        if [none.name, "off"].contains(name) { return none }
        guard let preset = builtIn.first(where: { $0.name == name }) else { throw .unknownStyle(name) }
        return preset
    }

    static let none = StylePreset(
        name: "none", summary: "the frames of the recording", style: .none, imagePath: nil)

    static var names: String { (builtIn + [none]).map(\.name).joined(separator: ", ") }

    private init(name: String, summary: String, style: FrameStyle, imagePath: String?) {
        (self.name, self.summary, self.style, self.imagePath) = (name, summary, style, imagePath)
    }

    /// The maximum size of a file, in bytes.
    package static let maxFileSize = 64 << 10

    /// Reads a style from JSON5, such as `{ version: 1, background: "blur", padding: "8%", image: "wall.png" }`. The keys
    /// are the properties, the path of an image, a name and a summary. Only the version is required.
    /// - Parameter source: The name of the text in errors.
    /// - Throws: ``FrameStyleError/invalidFile(_:)`` with line and column.
    package init(json5 text: [UInt8], source: String) throws(FrameStyleError) {
        do throws(JSON5Error) {
            guard text.count <= Self.maxFileSize else {
                throw JSON5Error(offset: 0, reason: "it is larger than \(Self.maxFileSize >> 10) KiB")
            }
            try self.init(try JSON5Parser.parse(text))
        } catch {
            let place = JSON5Text(text).place(of: error.offset)
            throw .invalidFile("\(source), line \(place.line), column \(place.column): \(error.reason)")
        }
    }

    private init(_ value: JSON5Value) throws(JSON5Error) {
        guard case .object(let members) = value.content else {
            throw JSON5Error(offset: value.offset, reason: "a style must be an object, such as { version: 1 }")
        }
        var (isVersioned, texts, words) = (false, [String: String](), [String]())
        for member in members {
            if member.key == "version" {
                guard case .number(1) = member.value.content else {
                    throw JSON5Error(offset: member.value.offset, reason: "the version must be 1")
                }
                isVersioned = true
                continue
            }
            guard case .string(let text) = member.value.content else {
                throw JSON5Error(
                    offset: member.value.offset, reason: "“\(member.key)” must be a string, but is \(member.value.kind)"
                )
            }
            if Self.texts.contains(member.key) {
                texts[member.key] = text
            } else {
                words += try Self.words(member, text)
            }
        }
        guard isVersioned else { throw JSON5Error(offset: value.offset, reason: "“version” is missing; it must be 1") }
        do throws(FrameStyleError) {
            style = try FrameStyle(properties: words, of: .none)
        } catch {
            throw JSON5Error(offset: value.offset, reason: error.description)
        }
        (name, summary, imagePath) = (texts["name"] ?? "", texts["summary"] ?? "", texts["image"])
    }

    /// The keys whose values are not properties.
    private static let texts: Set = ["name", "summary", "image"]

    /// Returns the words of a property after checking it alone, so that the error has its position.
    private static func words(_ member: JSON5Value.Member, _ text: String) throws(JSON5Error) -> [String] {
        guard FrameStyle.Property(rawValue: member.key) != nil else {
            let keys = FrameStyle.Property.allCases.map(\.rawValue) + ["image", "name", "summary", "version"]
            throw JSON5Error(
                offset: member.keyOffset,
                reason: "a style has no “\(member.key)”; its keys are \(keys.joined(separator: ", "))")
        }
        let words = [member.key] + text.split(separator: " ").map(String.init)
        do throws(FrameStyleError) { _ = try FrameStyle(properties: words, of: .none) } catch {
            throw JSON5Error(offset: member.value.offset, reason: error.description)
        }
        return words
    }
}
