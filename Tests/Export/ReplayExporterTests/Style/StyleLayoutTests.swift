import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayComposition

/// Checks the places of the parts of a styled frame.
@Suite struct StyleLayoutTests {
    private func layout(
        _ style: String, _ screen: (Int, Int), limits: FrameSizeLimits = FrameSizeLimits()
    ) throws -> StyleLayout {
        StyleLayout(try FrameStyle(parsing: style), screen: screen, limits: limits)
    }

    @Test(
        "The frame has the shape that was asked for, and the screen is in its middle with its own shape",
        arguments: [
            ("none padding 10%", (1920, 1080), [1920, 1080, 192, 108, 1536, 864]),
            ("none padding 10%", (1280, 720), [1600, 900, 160, 90, 1280, 720]),
            ("none padding 10%", (640, 360), [800, 450, 80, 44, 640, 360]),
            ("none padding 8%", (3840, 2160), [3840, 2160, 306, 172, 3226, 1814]),
            ("none padding 10% aspect 9:16", (1920, 1080), [1080, 1920, 108, 716, 864, 486]),
            ("none padding 10% aspect 1:1", (1920, 1080), [1920, 1920, 192, 528, 1536, 864]),
            ("none padding 0% aspect 16:9", (1000, 1000), [1778, 1000, 388, 0, 1000, 1000]),
            ("none padding 5% aspect 1080x1920", (1280, 720), [1080, 1920, 54, 686, 972, 546]),
            ("none padding 10% inset 5%", (1280, 720), [1828, 1028, 274, 154, 1280, 720]),
        ] as [(String, (Int, Int), [Int])])
    func places(style: String, screen: (Int, Int), expected: [Int]) throws {
        let found = try layout(style, screen)
        let area = found.screen
        #expect([found.canvas.width, found.canvas.height, area.x, area.y, area.width, area.height] == expected)
    }

    @Test("Whatever the style, the screen lies inside with its shape, and the padding is left free")
    func properties() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<5000 {
            let style = try FrameStyle(parsing: StyleText.random(using: &random))
            let screen = (Int.random(in: 8...2000, using: &random) * 2, Int.random(in: 8...2000, using: &random) * 2)
            guard max(screen.0, screen.1) <= 8 * min(screen.0, screen.1) else { continue }
            let limits =
                [FrameSizeLimits(), FrameSizeLimits(maxLongSide: 1920, maxShortSide: 1080)]
                .randomElement(using: &random) ?? FrameSizeLimits()
            let found = StyleLayout(style, screen: screen, limits: limits)
            let (canvas, area, card) = (found.canvas, found.screen, found.card)
            let unit = Double(min(canvas.width, canvas.height))
            let padding = style.padding.fraction * unit
            func isInside(_ start: Int, _ length: Int, _ whole: Int) -> Bool {
                Double(start) >= padding - 5 && Double(whole - start - length) >= padding - 5
            }
            #expect(isInside(card.x, card.width, canvas.width) && isInside(card.y, card.height, canvas.height))
            #expect(abs(2 * area.x + area.width - canvas.width) <= 2)
            #expect(abs(2 * area.y + area.height - canvas.height) <= 2)
            // The shape is kept up to the rounding to even pixels.
            let ideal = Double(area.width) * Double(screen.1) / Double(screen.0)
            #expect(
                abs(ideal - Double(area.height)) <= 2 + 2 * Double(screen.1) / Double(screen.0),
                "\(style) \(screen) \(found)")
            for value in [canvas.width, canvas.height, area.x, area.y, area.width, area.height, card.x, card.width] {
                #expect(value % 2 == 0)
            }
            #expect(limits.maxLongSide.map { max(canvas.width, canvas.height) <= $0 } ?? true)
        }
    }

    @Test("In a portrait, the camera is below the screen, and both keep clear of the lowest eighth")
    func portrait() throws {
        func layout(_ text: String, hasCamera: Bool) throws -> StyleLayout {
            StyleLayout(
                try FrameStyle(parsing: text), screen: (1920, 1080), limits: FrameSizeLimits(), hasCamera: hasCamera)
        }
        let found = try layout("none padding 7% aspect 9:16", hasCamera: true)
        let camera = try #require(found.camera)
        #expect(camera.width == found.card.width && camera.height <= camera.width && camera.x == found.card.x)
        #expect(camera.y >= found.card.y + found.card.height + 30)
        #expect(camera.y + camera.height <= found.canvas.height * 7 / 8)
        #expect(found.screen.y >= 75)
        #expect(try layout("none padding 7% aspect 9:16", hasCamera: false).camera == nil)
        #expect(try layout("none padding 7% aspect 1:1", hasCamera: true).camera == nil)
        #expect(try layout("none padding 7%", hasCamera: true).camera == nil)
    }

    @Test("A camera beside the screen covers nothing of it, and both are one group in the middle")
    func beside() throws {
        var random = SplitMix64.seeded()
        func length() -> Int { Int.random(in: 40...2000, using: &random) & ~1 }
        for _ in 0..<300 {
            let (screen, camera) = ((width: length(), height: length()), (width: length(), height: length()))
            let text =
                "none padding \(Int.random(in: 0...12, using: &random))% inset \(Int.random(in: 0...3, using: &random))%"
            let style = try FrameStyle(parsing: text + (Bool.random(using: &random) ? " aspect 9:16" : ""))
            let layout = StyleLayout(style, screen: screen, limits: FrameSizeLimits()).centred
            let side = CameraPanel.Side.allCases.randomElement(using: &random) ?? .right
            let panel = CameraPanel(side, percent: Int.random(in: CameraPanel.percents, using: &random))
            guard let found = layout.with(panel, of: camera) else { continue }
            let (card, area, canvas) = (found.card, try #require(found.camera), found.canvas)
            #expect(card.intersection(area) == nil)
            for edge in [found.screen.x, found.screen.y, found.screen.width, found.screen.height, area.x, area.y]
                + [area.width, area.height]
            {
                #expect(edge >= 0 && edge % 2 == 0)
            }
            let right = max(card.x + card.width, area.x + area.width)
            let bottom = max(card.y + card.height, area.y + area.height)
            #expect(right <= canvas.width && bottom <= canvas.height)
            #expect(abs(min(card.x, area.x) - (canvas.width - right)) <= 4)
            let wanted = Double(found.screen.width) * Double(screen.height)
            let error = abs(wanted - Double(found.screen.height) * Double(screen.width))
            #expect(error <= 4 * Double(max(screen.width, screen.height)), "\(screen) \(found.screen)")
        }
    }

    @Test("Beside a 16:9 screen, the camera is as high as the screen; below it, it is whole")
    func places() throws {
        let layout = StyleLayout(.none, screen: (1920, 1080), limits: FrameSizeLimits())
        #expect(layout.isFilled)
        let side = try #require(layout.with(CameraPanel(.right), of: (640, 480)))
        // The gap is 2 % of 1080, and the camera has 30 % of 1920.
        let area = PixelArea(x: 22, y: 180, width: 1278, height: 718)
        #expect(side.screen == area && side.camera == PixelArea(x: 1322, y: 180, width: 576, height: 718))
        let left = try #require(layout.with(CameraPanel(.left), of: (640, 480)))
        #expect(left.camera?.x == 22 && left.screen.x == 620)
        let below = try #require(layout.with(CameraPanel(.below), of: (640, 480)))
        #expect(below.camera?.width == 432 && below.camera?.height == 324 && below.camera?.x == 742)
        #expect(below.screen.height == 690)
    }

    @Test("A camera that is off from the beginning to the end is never visible")
    func offCamera() throws {
        func isShown(off ranges: ClosedRange<Int64>..., before end: Int64) throws -> Bool {
            let effects = ranges.map { range in
                let (start, end) = (MediaTime.milliseconds(range.lowerBound), MediaTime.milliseconds(range.upperBound))
                return CameraEffect(.off, during: TimeRange(start: start, end: end))
            }
            let layout = CameraLayout(.standard, effects: effects, of: (320, 240), in: (640, 360), timescale: 1000)
            return try #require(layout).isShown(before: end)
        }
        #expect(try !isShown(off: 0...900, before: 900) && !isShown(off: 0...400, 400...900, before: 900))
        #expect(try isShown(off: 0...899, before: 900) && isShown(off: 1...900, before: 900))
        #expect(try isShown(off: 0...400, 401...900, before: 900) && isShown(before: 900))
    }

    @Test("However short its ranges are, a camera that moves with the screen has no jump")
    func motion() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<40 {
            var (effects, time): ([CameraEffect], Int64) = ([], 100)
            for _ in 0..<6 {
                let end = time + Int64.random(in: 10...700, using: &random)
                let side = CameraPanel.Side.allCases.randomElement(using: &random) ?? .right
                let percent = Int.random(in: CameraPanel.percents, using: &random)
                effects.append(
                    CameraEffect(
                        .beside(CameraPanel(side, percent: percent)),
                        during: TimeRange(start: .milliseconds(time), end: .milliseconds(end))))
                time = end + (Bool.random(using: &random) ? 0 : Int64.random(in: 1...500, using: &random))
            }
            let layout = try #require(
                CameraLayout(.standard, effects: effects, of: (320, 240), in: (640, 360), timescale: 1000))
            let views = (0...time + 400).map { layout.view(at: $0) }
            for (one, next) in zip(views, views.dropFirst()) {
                let areas = [
                    (one.layout.screen, next.layout.screen),
                    try (
                        #require(one.place).area, #require(next.place).area
                    ),
                ]
                // The spring moves by at most 640 pixels, with at most 6.4 times that in a second.
                for (old, new) in areas {
                    #expect(abs(old.x - new.x) <= 8 && abs(old.y - new.y) <= 8 && abs(old.width - new.width) <= 8)
                }
            }
        }
    }
}
