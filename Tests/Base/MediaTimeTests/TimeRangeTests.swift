import Foundation
import MediaTime
import Testing

@Suite struct TimeRangeTests {
    private func range(_ start: Int64, _ end: Int64) -> TimeRange {
        TimeRange(start: MediaTime(value: start, timescale: 10), end: MediaTime(value: end, timescale: 10))
    }

    @Test("The end is not part of the range")
    func endIsNotPartOfTheRange() {
        #expect(range(1, 3).contains(MediaTime(value: 1, timescale: 10)))
        #expect(!range(1, 3).contains(MediaTime(value: 3, timescale: 10)))
        #expect(!range(1, 1).contains(MediaTime(value: 1, timescale: 10)))
        #expect(range(1, 1).isEmpty)
    }

    @Test("Ranges that touch share no instant")
    func rangesThatTouchShareNoInstant() {
        #expect(range(0, 5).intersection(range(5, 9)) == nil)
        #expect(!range(0, 5).overlaps(range(5, 9)))
        #expect(range(0, 6).intersection(range(4, 9)) == range(4, 6))
        #expect(range(0, 9).contains(range(4, 9)))
        #expect(!range(0, 9).contains(range(4, 10)))
    }

    @Test("A range that ends before it starts is refused")
    func rangeThatEndsBeforeItStartsIsRefused() throws {
        #expect(TimeRange(validatingStart: MediaTime(value: 1, timescale: 1), end: .zero) == nil)
        let reversed = Data(#"{"start": "1/1", "end": "0/1"}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TimeRange.self, from: reversed) }
        let data = try JSONEncoder().encode(range(3, 8))
        #expect(try JSONDecoder().decode(TimeRange.self, from: data) == range(3, 8))
    }
}
