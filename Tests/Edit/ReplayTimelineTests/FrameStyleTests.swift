import ReplayErrors
import ReplayTestSupport
import Testing

@testable import ReplayTimeline

/// Checks the text of styles, and the built-in styles.
@Suite struct FrameStyleTests {
    @Test("Each built-in style can be read, is visible, and has the name of its file")
    func builtIn() throws {
        #expect(StylePreset.builtIn.map(\.name) == ["dusk", "calm", "midnight", "sunrise", "glass"])
        for preset in StylePreset.builtIn {
            #expect(!preset.style.isPlain && !preset.summary.isEmpty && preset.imagePath == nil)
            #expect(try StylePreset.named(preset.name).style == preset.style)
        }
        // The text of a style leaves out these properties if they are zero.
        let standard = StylePreset.standard.style
        #expect(standard.border == .zero && standard.inset == .zero && standard.aspect == nil)
    }

    @Test("A style is read from a name and properties, in each form that users write")
    func read() throws {
        let calm = try StylePreset.named("calm").style
        #expect(try FrameStyle(parsing: "calm") == calm)
        let changed = try FrameStyle(parsing: "calm padding 10% shadow 0")
        #expect(changed.padding.hundredths == 1000 && changed.shadow == .zero && changed.background == calm.background)
        #expect(try FrameStyle(parsing: "calm --padding 10% --shadow=0%") == changed)
        #expect(try FrameStyle(parsing: "calm padding=10 shadow=0") == changed)
        #expect(try FrameStyle(parsing: "") == StylePreset.standard.style)
        #expect(try FrameStyle(parsing: "radius 2%").background == StylePreset.standard.style.background)
        #expect(try FrameStyle(parsing: "none").isPlain && FrameStyle(parsing: "off").isPlain)
        #expect(StyleColour("Navy") == StyleColour(red: 0, green: 0, blue: 128) && StyleColour("navyy") == nil)
        #expect(StyleColour("#fff") == .white && StyleColour("##fff") == nil && StyleColour("12345") == nil)
        #expect(try FrameStyle(parsing: "calm aspect 9:16 aspect screen").aspect == nil)
        let bordered = try FrameStyle(parsing: "none border 0.5% #ff000080 inset 1%")
        #expect(bordered.borderColour == StyleColour(red: 255, green: 0, blue: 0, opacity: 128))
        #expect(bordered.border.hundredths == 50 && bordered.inset.hundredths == 100)
        #expect(try FrameStyle(parsing: "none border 0.5 #ff000080 inset 1") == bordered)
        #expect(try FrameStyle(parsing: "calm shadow 0.5%").shadow.hundredths == 50)
    }

    @Test("Words that belong together may be one, and an angle may have its unit")
    func quotations() throws {
        let quoted = try FrameStyle(words: [
            "--border", "0.5% #ff000080", "--inset=1% lime", "background", "0000ff-fff@90deg",
        ])
        #expect(try quoted == FrameStyle(parsing: "border 0.5% ff000080 inset 1% 00ff00 background 0000ff-ffffff@90"))
    }

    @Test(
        "What is wrong is answered by a sentence that names what is valid",
        arguments: [
            ("clam", "there is no style “clam”; the styles are dusk, calm, midnight, sunrise, glass, none"),
            ("calm colour red", "a style has no “colour”; it has background, padding, radius, shadow, border"),
            ("cornerRadius 3%", "there is no style or property “cornerRadius”; the styles are dusk, calm, midnight"),
            ("cornerRadius 3%", "the properties are background, padding, radius, shadow, border, inset, aspect, image"),
            ("blur", "“blur” is a background; write it as “style background blur”"),
            ("calm navy", "write it as “style background navy”"),
            ("0f172a-1e3a8a@160 padding 3%", "write it as “style background 0f172a-1e3a8a@160”"),
            ("bg.png", "“bg.png” is an image; write it as “style image bg.png”"),
            ("calm ./bg.JPG", "write it as “style image ./bg.JPG”"),
            ("calm padding", "“padding” requires a value"),
            ("padding 41%", "“41%” is not a percentage from 0% to 40%, which “padding” requires"),
            ("padding -1", "“-1” is not a percentage from 0% to 40%"),
            ("padding 8px", "“8px” is not a percentage from 0% to 40%"),
            ("shadow 0.5", "“shadow 0.5” requires a percent sign; write “shadow 50%” or “shadow 0.5%”"),
            ("padding 0.08", "write “padding 8%” or “padding 0.08%”"), ("radius 0.5", "write “radius 0.5%”"),
            ("inset 0.09 white", "write “inset 9%” or “inset 0.09%”"),
            ("radius 1.234%", "“1.234%” is not a percentage from 0% to 20%"),
            ("background rd", "“rd” is not a background: a colour such as 1e3a8a"),
            ("background 112233-445566@400", "is not a background"),
            ("background mesh:112233-445566", "is not a background"),
            ("background 11223380", "is not a background"),
            ("border 1% reddish", "“reddish” is not a colour such as 1e3a8a, black or white"),
            ("aspect 1:1000", "“1:1000” is not a shape such as 16:9"), ("aspect 0:0", "is not a shape"),
            ("aspect 99999x99999", "is not a shape"), ("aspect 10x10", "is not a shape"),
        ])
    func wrong(text: String, sentence: String) {
        let error = #expect(throws: FrameStyleError.self) { try FrameStyle(parsing: text) }
        #expect(error.map { "\($0)".contains(sentence) } ?? false, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.category == .badData)
    }

    @Test("Any style is read as it is written")
    func written() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<2000 {
            let style = try FrameStyle(parsing: StyleText.random(using: &random))
            #expect(try FrameStyle(words: style.words) == (style.isPlain ? .none : style), "\(style.words)")
        }
    }

    @Test("A file says where it is wrong")
    func file() throws {
        func read(_ text: String) throws(FrameStyleError) -> StylePreset {
            try StylePreset(json5: Array(text.utf8), source: "my.json5")
        }
        let preset = try read("{ version: 1, name: 'mine', background: 'blur', padding: '5%', image: 'wall.png' }")
        #expect(preset.name == "mine" && preset.imagePath == "wall.png" && preset.style.padding.hundredths == 500)
        #expect(preset.style.shadow == .zero)
        for (text, sentence) in [
            ("[]", "line 1, column 1: a style must be an object"), ("{}", "“version” is missing; it must be 1"),
            ("{ version: 2 }", "line 1, column 12: the version must be 1"),
            ("{ version: 1,\n paddin: '5%' }", "line 2, column 2: a style has no “paddin”; its keys are background"),
            ("{ version: 1,\n padding: '50%' }", "line 2, column 11: “50%” is not a percentage from 0% to 40%"),
            ("{ version: 1, padding: 5 }", "“padding” must be a string, but is a number"),
            ("{ version: 1, padding: '5%", "my.json5, line 1"),
        ] {
            let error = #expect(throws: FrameStyleError.self) { try read(text) }
            #expect(error.map { "\($0)".contains(sentence) } ?? false, "\(text): \(error.map { "\($0)" } ?? "")")
        }
    }

    @Test("An operation names a style, a file, or an image, in any order that users write")
    func operations() throws {
        func read(_ words: String...) throws -> WrittenOperation { try WrittenOperation(words: words) }
        #expect(try read("style", "calm").filePath == nil)
        #expect(try read("style", "calm", "image", "my wall.png", "padding", "5%").filePath == "my wall.png")
        #expect(try read("style", "--background", "walls/sea.jpg").filePath == "walls/sea.jpg")
        #expect(try read("style", "./mine.json5", "padding", "5%").styleFile?.path == "./mine.json5")
        #expect(try WrittenOperation(parsing: "style calm padding 5% image my wall.png").filePath == "my wall.png")
        #expect(throws: WrittenOperationError.wrongStyle(.unknownStyle("./bg.png"))) { try read("style", "./bg.png") }
        #expect(throws: WrittenOperationError.noImage(.style)) { try read("style", "calm", "image") }
        #expect(throws: WrittenOperationError.self) { try WrittenOperation.operation(parsing: "style a/b", on: nil) }
        #expect(throws: WrittenOperationError.self) {
            try WrittenOperation.operation(parsing: "style calm image /etc/passwd", on: nil)
        }
    }
}
