import FFmpeg
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayComposition

/// Measures styled frames: corners, shadow, line, inset and background against their formulas.
@Suite struct StyledFramesTests {
    private static let screen = (width: 640, height: 360)

    /// Returns the luma of the pixels of a styled frame whose screen is white, row by row, and its layout.
    private func luma(
        _ text: String, screen: Frame? = nil, size: (width: Int, height: Int) = screen
    ) throws -> (layout: StyleLayout, rows: [[UInt8]]) {
        let style = try FrameStyle(parsing: text)
        let layout = StyleLayout(style, screen: size, limits: FrameSizeLimits())
        let area = layout.screen
        let frames = StyledFrames(
            style, canvas: layout.canvas, screen: (area.width, area.height), images: EffectImages(), colours: .bt709)
        let frame = try frames.frame(
            with: try screen ?? .grey(235, width: area.width, height: area.height), in: layout)
        #expect(frame.width == layout.canvas.width && frame.height == layout.canvas.height)
        return (layout, try frame.lumaRows())
    }

    @Test(
        "The screen is drawn unchanged, and its corners are free as far as the formula says", arguments: [1, 2, 5, 20])
    func corners(percent: Int) throws {
        let (layout, rows) = try luma("none background black padding 10% radius \(percent)%")
        let area = layout.screen
        let radius = Double(min(layout.canvas.width, layout.canvas.height) * percent) / 100
        // The point of the curve on the diagonal, as of a circle.
        let free = radius * (1 - 0.5.squareRoot())
        for (left, top) in [(true, true), (true, false), (false, true), (false, false)] {
            let half = (0..<Int(radius) + 2).first { step in
                let x = left ? area.x + step : area.x + area.width - 1 - step
                let y = top ? area.y + step : area.y + area.height - 1 - step
                return rows[y][x] > 125
            }
            #expect(abs(Double(half ?? 1000) + 0.5 - free) <= 1, "\(percent) \(left) \(top) \(half ?? -1) \(free)")
        }
        let middle = rows[area.y + area.height / 2]
        #expect(middle[area.x..<area.x + area.width].allSatisfy { $0 == 235 })
        #expect(middle[area.x - 1] == 16 && middle[area.x + area.width] == 16)
        #expect(rows[area.y - 1].allSatisfy { $0 == 16 } && rows[area.y][area.x + area.width / 2] == 235)
    }

    @Test("A shadow is darkest at the card, below it more than above, and fades away without a step")
    func shadow() throws {
        let (layout, rows) = try luma("none background white padding 20% shadow 100%")
        let (area, column) = (layout.screen, layout.canvas.width / 2)
        let below = (area.y + area.height..<layout.canvas.height).map { Int(rows[$0][column]) }
        let above = (0..<area.y).map { Int(rows[$0][column]) }.reversed().map(\.self)
        #expect(below[0] < 130 && below[4] < above[4])
        #expect(below.last == 235 && above.last == 235)
        for (one, next) in zip(below, below.dropFirst()).dropFirst(2) { #expect(next >= one - 2 && next - one < 24) }
    }

    @Test("A shadow is round where the card is", arguments: [0, 5, 20])
    func roundShadow(percent: Int) throws {
        let (layout, rows) = try luma("none background white padding 25% shadow 100% radius \(percent)%")
        let area = layout.screen
        let radius = Double(min(layout.canvas.width, layout.canvas.height) * percent) / 100
        // The point of the curve on the diagonal, as of a circle, and the same distance from an edge.
        let free = Int((radius * (1 - 0.5.squareRoot())).rounded())
        let unit = min(layout.canvas.width, layout.canvas.height)
        let distance = unit / 25
        let step = Int((Double(distance) * 0.5.squareRoot()).rounded()) - free
        let corner = Int(rows[area.y + area.height - 1 + step][area.x + area.width - 1 + step])
        let edge = Int(rows[area.y + area.height - 1 + distance][area.x + area.width / 2])
        // A square corner of the shadow is lighter than its edge, because less of it is near.
        #expect(corner >= edge - 3 && corner <= 235, "\(corner) \(edge)")
        let far = Int(rows[area.y + area.height + unit / 8][area.x + area.width + unit / 8])
        #expect(far == 235)
        if percent == 20 { #expect(corner - edge < 40, "\(corner) \(edge)") }
    }

    @Test("The line and the inset have their widths and colours")
    func line() throws {
        let (layout, rows) = try luma("none background black padding 10% border 2% ffffff inset 4% 808080")
        let (area, card) = (layout.screen, layout.card)
        let row = rows[area.y + area.height / 2]
        let unit = Double(min(layout.canvas.width, layout.canvas.height))
        #expect(abs(Double(area.x - card.x) - unit * 0.04) <= 2)
        #expect(row[card.x..<area.x].allSatisfy { abs(Int($0) - 126) <= 1 })
        let line = (0..<card.x).filter { row[$0] > 125 }.count
        #expect(abs(Double(line) - unit * 0.02) <= 1)
        #expect(row[card.x - 1] == 235 && row[2] == 16)
    }

    @Test("A gradient runs in its direction from its first colour to its last, without bands")
    func gradient() throws {
        let (_, rows) = try luma("none background 000000-ffffff@90 padding 40%")
        let row = rows[4]
        #expect(row[0] <= 17 && row[row.count - 1] >= 234)
        // Each level is spread by noise: there is no long run of one value, as without noise.
        let smooth = try luma("none background 101010-202020@90 padding 40%").rows[4]
        var (run, longest) = (1, 1)
        for (one, next) in zip(smooth, smooth.dropFirst()) {
            run = one == next ? run + 1 : 1
            longest = max(longest, run)
        }
        #expect(longest < smooth.count / 14)
        let upwards = try luma("none background 000000-ffffff@0 padding 40%").rows
        #expect(upwards[0][4] >= 234 && upwards[upwards.count - 1][4] <= 17)
    }

    @Test(
        "The blurred screen has no edge, neither of light nor of colour, in any shape",
        arguments: [(1920, 1080), (1080, 1920), (600, 600)])
    func softness(width: Int, height: Int) throws {
        let screen = try Frame.painted(width: 640, height: 360, colours: .bt709) { planes in
            for plane in planes.planes {
                let step = plane.isLuma ? 1 : 2
                for y in 0..<360 / step {
                    let row = plane.row(y, columns: 0..<640 / step)
                    for x in row.indices { row[x] = (x * step < 320) == (y * step < 180) ? 50 : 200 }
                }
            }
        }
        let size = Composition.FrameSize(width: width, height: height)
        let blurred = try ScreenBlur(of: (640, 360), to: size, colours: .bt709).apply(to: screen)
        try blurred.withPlanes { planes in
            for plane in planes {
                for (step, count) in [(1, plane.width - 1), (plane.stride, plane.height - 1)] {
                    let across = step == 1 ? plane.stride : 1
                    let lines = step == 1 ? plane.height : plane.width
                    for line in stride(from: 0, to: lines, by: 17) {
                        let start = plane.start + line * across
                        let steps = (0..<count).map { abs(Int(start[$0 * step]) - Int(start[($0 + 1) * step])) }
                        #expect(steps.max() ?? 0 <= 12, "\(plane.width)x\(plane.height)")
                    }
                }
            }
        }
    }

    @Test("The blurred screen has the colours of the screen, and nothing that can be read")
    func blur() throws {
        let size = StyleLayout(
            try FrameStyle(parsing: "none background blur padding 20%"), screen: Self.screen, limits: FrameSizeLimits()
        ).screen
        let stripes = try Frame.painted(width: size.width, height: size.height, colours: .bt709) { planes in
            for plane in planes.planes {
                for y in 0..<size.height / (plane.isLuma ? 1 : 2) {
                    let row = plane.row(y, columns: 0..<size.width / (plane.isLuma ? 1 : 2))
                    for x in row.indices { row[x] = plane.isLuma ? (x / 4 % 2 == 0 ? 16 : 235) : 128 }
                }
            }
        }
        let (layout, rows) = try luma("none background blur padding 20%", screen: stripes)
        let outside = rows[2].prefix(layout.screen.x) + rows[layout.canvas.height - 3].suffix(layout.screen.x)
        #expect(outside.allSatisfy { abs(Int($0) - 125) < 20 }, "\(outside.min() ?? 0) \(outside.max() ?? 0)")
    }

    @Test("What does not depend on the screen is drawn once")
    func once() throws {
        let style = try FrameStyle(parsing: "dusk")
        let layout = StyleLayout(style, screen: (1280, 720), limits: FrameSizeLimits())
        let frames = StyledFrames(
            style, canvas: layout.canvas, screen: (1280, 720), images: EffectImages(), colours: .bt709)
        let screens = try (0..<12).map { try Frame.grey(UInt8(20 + $0), width: 1280, height: 720) }
        let clock = ContinuousClock()
        let first = try clock.measure { _ = try frames.frame(with: screens[0], in: layout) }
        let others = try clock.measure {
            for screen in screens.dropFirst() { _ = try frames.frame(with: screen, in: layout) }
        }
        #expect(others < first)
    }
}

extension Frame {
    /// Returns a frame of one grey.
    fileprivate static func grey(_ luma: UInt8, width: Int, height: Int) throws -> Frame {
        try painted(width: width, height: height, colours: .bt709) { planes in
            for plane in planes.planes {
                for y in 0..<height / (plane.isLuma ? 1 : 2) {
                    plane.row(y, columns: 0..<width / (plane.isLuma ? 1 : 2)).update(
                        repeating: plane.isLuma ? luma : 128)
                }
            }
        }
    }

    /// Returns the luma of each row.
    fileprivate func lumaRows() throws -> [[UInt8]] {
        try withPlanes { planes in
            (0..<height).map { y in
                Array(UnsafeBufferPointer(start: planes[0].start + y * planes[0].stride, count: width))
            }
        }
    }
}
