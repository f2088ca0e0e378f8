import Geometry
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite struct PixelRectTests {
    @Test("Intersection is what both hold")
    func intersectionIsWhatBothHold() {
        let rect = PixelRect(x: 0, y: 0, width: 10, height: 10)
        #expect(
            rect.intersection(PixelRect(x: 6, y: -4, width: 10, height: 10))
                == PixelRect(x: 6, y: 0, width: 4, height: 6))
        #expect(rect.intersection(PixelRect(x: 10, y: 0, width: 5, height: 5)).isEmpty)
        #expect(!rect.intersects(PixelRect(x: 20, y: 20, width: 5, height: 5)))
    }

    @Test("Union ignores what is empty")
    func unionIgnoresWhatIsEmpty() {
        let rect = PixelRect(x: 4, y: 4, width: 2, height: 2)
        #expect(rect.union(PixelRect(x: 0, y: 0, width: 0, height: 9)) == rect)
        #expect(
            rect.union(PixelRect(x: 8, y: 0, width: 2, height: 1))
                == PixelRect(x: 4, y: 0, width: 6, height: 6))
    }

    @Test(
        "Odd sides take a pixel more, where the screen has one",
        arguments: [(3, 4, 3, 4), (3, 5, 3, 6), (7, 3, 6, 4)])
    func evenGrowth(start: Int, length: Int, grownStart: Int, grownLength: Int) {
        let screen = PixelRect(x: 0, y: 0, width: 10, height: 10)
        let rect = PixelRect(x: start, y: start, width: length, height: length)
        let grown = PixelRect(x: grownStart, y: grownStart, width: grownLength, height: grownLength)
        #expect(rect.evenGrown(within: screen) == grown)
        let odd = PixelRect(x: 0, y: 0, width: 9, height: 9)
        #expect(odd.evenGrown(within: odd) == odd)
    }

    @Test("Even alignment grows outwards", arguments: [(-3, 5, -4, 6), (0, 2, 0, 2), (1, 1, 0, 2)])
    func evenAlignmentGrowsOutwards(start: Int, end: Int, evenStart: Int, evenEnd: Int) {
        let rect = PixelRect(x: start, y: start, width: end - start, height: end - start)
        let length = evenEnd - evenStart
        #expect(rect.evenAligned == PixelRect(x: evenStart, y: evenStart, width: length, height: length))
    }
}

@Suite struct DirtyRegionTests {
    private let bounds = PixelRect(PixelSize(width: 100, height: 80))

    @Test("Keeps to the canvas and to even edges")
    func keepsToTheCanvasAndToEvenEdges() {
        var region = DirtyRegion(bounds: bounds)
        region.insert(PixelRect(x: 91, y: 71, width: 30, height: 3))
        #expect(region.rectangles == [PixelRect(x: 90, y: 70, width: 10, height: 4)])
        region.insert(PixelRect(x: 200, y: 0, width: 5, height: 5))
        #expect(region.rectangles.count == 1)
    }

    @Test("Drops what is contained")
    func dropsWhatIsContained() {
        var region = DirtyRegion(bounds: bounds)
        region.insert(PixelRect(x: 10, y: 10, width: 4, height: 4))
        region.insert(PixelRect(x: 0, y: 0, width: 20, height: 20))
        region.insert(PixelRect(x: 2, y: 2, width: 4, height: 4))
        #expect(region.rectangles == [PixelRect(x: 0, y: 0, width: 20, height: 20)])
    }

    @Test("Many rectangles become their bounding box")
    func manyRectanglesBecomeTheirBoundingBox() {
        var region = DirtyRegion(bounds: bounds)
        for index in 0...DirtyRegion.rectangleLimit {
            region.insert(PixelRect(x: index * 4, y: index * 2, width: 2, height: 2))
        }
        #expect(region.rectangles == [PixelRect(x: 0, y: 0, width: 98, height: 50)])
    }
}

@Suite struct FetchPlanTests {
    private let canvas = PixelRect(PixelSize(width: 100, height: 80))

    private func plan(_ rectangles: [PixelRect], visible: PixelRect? = nil, scratch: Int = 1000) -> FetchPlan {
        FetchPlan(rectangles, canvasWidth: 100, visible: visible ?? canvas, scratchPixels: scratch)
    }

    @Test("Wide rectangles land in place")
    func wideRectanglesLandInPlace() {
        let pieces = plan([PixelRect(x: 20, y: 10, width: 60, height: 8)]).batches
        let band = PixelRect(x: 0, y: 10, width: 100, height: 8)
        #expect(pieces == [[FetchPlan.Piece(rectangle: band, scratchOffset: nil)]])
    }

    @Test("Narrow rectangles share the scratch area")
    func narrowRectanglesShareTheScratchArea() {
        let rectangle = PixelRect(x: 0, y: 0, width: 20, height: 20)
        let offsets = plan([rectangle, rectangle, rectangle]).batches.map { $0.map(\.scratchOffset) }
        #expect(offsets == [[0, 400], [0]])
    }

    @Test("A smaller screen is fetched in strips and nothing beyond it")
    func aSmallerScreenIsFetchedInStripsAndNothingBeyondIt() {
        let visible = PixelRect(x: 0, y: 0, width: 60, height: 40)
        let pieces = plan([canvas], visible: visible).batches.flatMap { $0 }
        #expect(pieces.allSatisfy { visible.contains($0.rectangle) && $0.scratchOffset != nil })
        #expect(pieces.reduce(0) { $0 + $1.rectangle.area } == visible.area)
    }

    @Test("Nothing is asked for outside the screen")
    func nothingIsAskedForOutsideTheScreen() {
        #expect(plan([canvas], visible: PixelRect(x: 0, y: 0, width: 0, height: 0)).batches.isEmpty)
    }
}
