import ReplayMovie
import ReplayTestSupport
import Testing

/// Checks how a redaction searches the library's files.
@Suite struct PayloadSearchTests {
    private func search(_ packets: [[UInt8]], excusing others: [[UInt8]] = []) -> PayloadSearch {
        var search = PayloadSearch(packets: packets.count)
        for packet in packets { packet.withUnsafeBytes { search.add(packet: $0) } }
        for other in others { other.withUnsafeBytes { search.excuse($0) } }
        return search
    }

    private func hit(_ search: PayloadSearch, in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { search.firstHit(in: $0) }
    }

    private func random(_ count: Int, _ generator: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test("A packet of 32 bytes and more is found wherever it lies, and nothing in what is random")
    func found() {
        var generator = SplitMix64.seeded()
        for size in Array(32...70) + [500, 5000] {
            let packet = random(size, &generator)
            let search = search([packet])
            #expect((1...8).contains(search.count))
            let (before, after) = (random(size % 13, &generator), random(size % 7, &generator))
            let found = hit(search, in: before + packet + after)
            #expect(found.map { (before.count...before.count + size - 32).contains($0) } ?? false, "\(size) bytes")
            #expect(hit(search, in: random(10_000, &generator)) == nil)
        }
    }

    @Test("A part of a long packet is enough")
    func partIsFound() {
        var generator = SplitMix64.seeded()
        let packet = random(800, &generator)
        for start in stride(from: 0, through: 600, by: 50) {
            #expect(hit(search([packet]), in: Array(packet[start..<start + 200])) != nil, "from \(start) on")
        }
    }

    @Test("What stays elsewhere, padding, and what is shorter than a piece are not looked for")
    func excused() {
        var generator = SplitMix64.seeded()
        let (kept, short) = (random(40, &generator), random(31, &generator))
        #expect(search([kept], excusing: [random(3, &generator) + kept]).count == 0)
        #expect(search([short, Array(repeating: 7, count: 400)]).count == 0)
        let removed = random(40, &generator)
        let search = search([kept, removed], excusing: [kept])
        #expect(hit(search, in: kept) == nil && hit(search, in: removed) != nil)
    }
}
