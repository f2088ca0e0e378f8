import Geometry
import MediaTime
import ReplayRecording
import ReplaySources
import Testing

@Suite struct PointerPacerTests {
    private func time(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

    @Test("A pointer that moves without end is written down at most 60 times a second, and where it comes to rest")
    func rate() {
        var pacer = PointerPacer()
        let written = (0..<1000).compactMap { pacer.see(PixelPoint(x: Int($0), y: 0), at: time($0)) }
        #expect((50...61).contains(written.count), "\(written.count)")
        #expect(zip(written, written.dropFirst()).allSatisfy { $0.time < $1.time })
        let last = pacer.see(PixelPoint(x: 999, y: 0), at: time(2000)) ?? written.last
        #expect(last == PointerPacer.Sighting(place: PixelPoint(x: 999, y: 0), time: time(999)))
    }

    @Test("A pointer that rests is written down once, one that leaves as such, and after a reset anew")
    func rest() {
        var pacer = PointerPacer()
        let place = PixelPoint(x: 3, y: 4)
        #expect(pacer.see(place, at: time(0))?.place == place)
        #expect(pacer.see(place, at: time(100)) == nil && pacer.flush() == nil)
        #expect(pacer.see(nil, at: time(200)) == PointerPacer.Sighting(place: nil, time: time(200)))
        #expect(pacer.see(nil, at: time(300)) == nil)
        #expect(pacer.see(place, at: time(301))?.place == place)
        #expect(pacer.see(nil, at: time(302))?.time == time(302))
        // Two sightings have already been written at short intervals.
        #expect(pacer.see(place, at: time(303)) == nil)
        #expect(pacer.flush() == PointerPacer.Sighting(place: place, time: time(303)))
        pacer.reset()
        #expect(pacer.flush() == nil)
        #expect(pacer.see(place, at: time(400))?.time == time(400))
    }
}
