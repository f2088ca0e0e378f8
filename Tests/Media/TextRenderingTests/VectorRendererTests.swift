import ReplayTestSupport
import Testing
import TextRendering

/// Checks what libass draws of outlines, by the pixels.
@Suite struct VectorRendererTests {
    private static let (width, height) = (320, 180)

    /// Returns the coverage of each pixel, in 0...1.
    private func drawn(_ figures: VectorFigure...) throws -> [Double] {
        var coverage = [Double](repeating: 0, count: Self.width * Self.height)
        for layer in try VectorRenderer(width: Self.width, height: Self.height).layers(of: figures) {
            for place in layer.opacity.indices {
                let pixel = (layer.y + place / layer.width) * Self.width + layer.x + place % layer.width
                coverage[pixel] += Double(layer.opacity[place]) / 255
            }
        }
        return coverage
    }

    private func figure(_ contours: Contour..., opacity: Double = 1, blur: Double = 0) -> VectorFigure {
        VectorFigure(.outlines(contours), colour: .white, opacity: opacity, blur: blur)
    }

    @Test("An outline covers its area where it is, to a small part of a pixel")
    func places() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<30 {
            func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
            let (corner, size) = (
                Contour.Point(number(2...100), number(2...60)), Contour.Point(number(2...200), number(2...100))
            )
            // libass rounds both edges to an eighth of a pixel, and the opacity of the pixels at an edge.
            let tolerance = (size.x + size.y) * (0.25 + 0.03) + 1
            let found = try drawn(figure(Contour(corner, size: size, radii: .zero)))
            #expect(abs(found.reduce(0, +) - size.x * size.y) < tolerance, "\(corner) \(size)")
            let columns = found.indices.filter { found[$0] > 0.5 }.map { Double($0 % Self.width) }
            let rows = found.indices.filter { found[$0] > 0.5 }.map { Double($0 / Self.width) }
            #expect(abs((columns.min() ?? 0) - corner.x) <= 1 && abs((rows.min() ?? 0) - corner.y) <= 1)
            let ellipse = try drawn(figure(Contour(ellipse: corner, size: size))).reduce(0, +)
            #expect(abs(ellipse - .pi * size.x * size.y / 4) < tolerance, "\(corner) \(size)")
        }
    }

    @Test("An outline in the other direction is a hole, also in one that reaches beyond the frame")
    func holes() throws {
        let outer = Contour(.init(-40, -40), size: .init(400, 260), radii: .zero)
        let inner = Contour(.init(100, 50), size: .init(60, 40), radii: .init(8, 8), isReversed: true)
        let found = try drawn(figure(outer, inner))
        #expect(found[70 * Self.width + 130] == 0 && found[0] == 1 && found[Self.width * Self.height - 1] == 1)
        let hole = found.reduce(0) { $0 + 1 - $1 }
        #expect(abs(hole - (60 * 40 - (4 - .pi) * 64)) < 12, "\(hole)")
    }

    @Test("An arrow points at its head, and a blur is wider and softer")
    func arrows() throws {
        let arrow = Contour(arrowFrom: .init(40, 90), to: .init(240, 90), width: 10)
        let sharp = try drawn(figure(arrow))
        let columns = sharp.indices.filter { sharp[$0] > 0.3 }.map { $0 % Self.width }
        #expect((238...240).contains(columns.max() ?? 0) && (39...42).contains(columns.min() ?? 0))
        #expect(sharp[90 * Self.width + 150] == 1 && sharp[100 * Self.width + 150] == 0)
        let soft = try drawn(figure(arrow, blur: 4))
        #expect(soft.count { $0 > 0.02 && $0 < 0.98 } > 3 * sharp.count { $0 > 0.02 && $0 < 0.98 })
        #expect(abs((try drawn(figure(arrow, opacity: 0.5)).max() ?? 0) - 0.5) < 0.01)
        #expect(try drawn(figure(Contour(arrowFrom: .init(9, 9), to: .init(9, 9), width: 10))).allSatisfy { $0 == 0 })
    }

    @Test("Texts are measured, and broken into lines that fit")
    func texts() throws {
        let renderer = try VectorRenderer(width: Self.width, height: Self.height)
        let (short, long) = (try renderer.extent(of: "Go", size: 20), try renderer.extent(of: "Go there", size: 20))
        #expect(short.y == 20 && long.y == 20 && long.x > 2 * short.x)
        #expect(try renderer.extent(of: "Go\nthere", size: 20).y == 40)
        let text =
            "A long text with many words, and Donaudampfschifffahrtsgesellschaftskapitän {\\fs200} 👋 مرحبا بالعالم"
        let broken = try renderer.broken(text, size: 20, width: 150)
        let lines = broken.split(separator: "\n")
        #expect(lines.count > 3)
        for line in lines { #expect(try renderer.extent(of: String(line), size: 20).x <= 150, "\(line)") }
        #expect(broken.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
    }
}
