import MediaTime
import ReplayTimeline
import Testing

@Suite struct EditMapTests {
    private let map: EditMap

    init() throws {
        let whole = try Edit(duration: .tenths(100))
        map = EditMap(try whole.applying([.trim(.tenths(10, 90)), .cut(.tenths(30, 50))]))
    }

    @Test("Removed instants have no place, but a next kept one")
    func removedInstantsHaveNoPlace() {
        #expect(map.editedTime(at: .tenths(9)) == nil)
        #expect(map.editedTime(at: .tenths(10)) == .tenths(0))
        #expect(map.editedTime(at: .tenths(30)) == nil)
        #expect(map.nextEditedTime(from: .tenths(30)) == .tenths(20))
        #expect(map.nextEditedTime(from: .tenths(0)) == .tenths(0))
        #expect(map.nextEditedTime(from: .tenths(90)) == nil)
    }

    @Test("A finer instant never moves across a cut")
    func finerInstantNeverMovesAcrossACut() {
        let justBefore = MediaTime(value: 2_999_999_999, timescale: 1_000_000_000)
        #expect(map.editedTime(at: justBefore) == .tenths(19))
        let justKept = MediaTime(value: 4_999_999_999, timescale: 1_000_000_000)
        #expect(map.editedTime(at: justKept) == nil)
    }

    @Test("Outside the edit there is no recording time")
    func outsideTheEditThereIsNoRecordingTime() {
        #expect(map.recordingTime(at: .tenths(-1)) == nil)
        #expect(map.recordingTime(at: .tenths(60)) == nil)
        #expect(map.recordingTime(at: .tenths(59)) == .tenths(89))
        #expect(map.recordingTime(at: .tenths(20)) == .tenths(50))
    }
}
