import ReplayTimeline
import Testing

@Suite struct CameraPlacementTests {
    @Test(
        "A corner, and a width where one is wanted",
        arguments: [
            ("bottom-right", CameraPlacement.standard), ("top-left:1", .init(corner: .topLeft, percent: 1)),
            ("bottom-left:50", .init(corner: .bottomLeft, percent: 50)), ("top-right:22", .init(corner: .topRight)),
            ("bottomright", .standard), ("topLeft:9", .init(corner: .topLeft, percent: 9)),
            ("bottom_left", .init(corner: .bottomLeft)),
        ])
    func parsed(text: String, placement: CameraPlacement) throws {
        #expect(CameraPlacement(text) == placement)
        #expect(CameraPlacement(placement.description) == placement)
    }

    @Test("A side of the screen, by its name or by a word that users try, and a size from 10 to 70 %")
    func panels() {
        for (text, panel) in [
            ("side", CameraPanel(.right)), ("right:40", .init(.right, percent: 40)),
            ("side-left:40%", .init(.left, percent: 40)),
            ("stacked:70", .init(.below, percent: 70)),
        ] {
            #expect(CameraPanel(text) == panel && CameraPanel(panel.description) == panel)
        }
        for text in ["", "side:", "side:9", "stacked:71", "side:x", "SIDE", "side:30:30", "top-left:30"] {
            #expect(CameraPanel(text) == nil, "\(text)")
        }
    }

    @Test(
        "Anything else is no placement",
        arguments: [
            "", "none", "left", "center", "bottom-right:", "bottom-right:0", "top-left:51", "topleft:51", "top-left:x",
            "top-left:9:9",
        ])
    func refused(text: String) { #expect(CameraPlacement(text) == nil) }

    @Test(
        "A camera stands 2 % from the edges of its corner, in its own shape",
        arguments: [
            ("bottom-right", (1280, 720), (640, 480), (976, 486, 280, 210)),
            ("bottom-left", (1280, 720), (640, 480), (24, 486, 280, 210)),
            ("top-right", (1280, 720), (640, 480), (976, 24, 280, 210)),
            ("top-left", (1280, 720), (640, 480), (24, 24, 280, 210)),
            ("bottom-right:50", (1920, 1080), (1280, 720), (922, 502, 960, 540)),
            // The upright camera would be higher than the output.
            ("top-left:50", (1280, 720), (480, 640), (24, 24, 504, 672)),
        ])
    func places(text: String, output: (Int, Int), camera: (Int, Int), expected: (Int, Int, Int, Int)) throws {
        let placement = try #require(CameraPlacement(text))
        let rectangle = try #require(placement.rectangle(of: camera, in: output))
        #expect((rectangle.x, rectangle.y, rectangle.width, rectangle.height) == expected)
    }

    @Test("Whatever the sizes, it lies within the output on even pixels, or nowhere")
    func bounds() {
        for side in [2, 16, 17, 90, 720, 16_384] {
            for other in [2, 15, 90, 1081, 16_384] {
                for corner in CameraPlacement.Corner.allCases {
                    let placement = CameraPlacement(corner: corner, percent: 50)
                    guard let place = placement.rectangle(of: (other, side), in: (side, other)) else { continue }
                    let edges = [place.x, place.y, place.width, place.height]
                    #expect(edges.allSatisfy { $0 >= 0 && $0 % 2 == 0 }, "\(place)")
                    #expect(place.x + place.width <= side && place.y + place.height <= other, "\(place)")
                }
            }
        }
    }
}
