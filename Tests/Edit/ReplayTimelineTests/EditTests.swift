import Foundation
import MediaTime
import ReplayTimeline
import Testing

@Suite struct EditTests {
    private let whole: Edit

    init() throws {
        whole = try Edit(duration: .tenths(200))
    }

    @Test("A new edit keeps the whole recording")
    func newEditKeepsTheWholeRecording() {
        #expect(whole.kept == [.tenths(0, 200)])
        #expect(whole.editedDuration == .tenths(200))
        #expect(throws: EditError.emptyRecording) { try Edit(duration: .zero) }
        #expect(throws: EditError.emptyRecording) { try Edit(duration: .tenths(-1)) }
    }

    @Test("Cuts add up, and merge where they touch")
    func cutsAddUp() throws {
        let edit = try whole.applying(.cut(.tenths(50, 80))).applying(.cut(.tenths(20, 30)))
            .applying(.cut(.tenths(30, 50))).applying(.cut(.tenths(100, 110)))
        #expect(edit.cuts == [.tenths(20, 80), .tenths(100, 110)])
        #expect(edit.kept == [.tenths(0, 20), .tenths(80, 100), .tenths(110, 200)])
        #expect(edit.clips.map(\.start) == [.tenths(0), .tenths(20), .tenths(40)])
    }

    @Test("The last trim wins and brings back what an earlier one left out")
    func lastTrimWinsAndBringsBack() throws {
        let edit = try whole.applying(.cut(.tenths(50, 100))).applying(.trim(.tenths(60, 120)))
        #expect(edit.kept == [.tenths(100, 120)])
        #expect(try edit.applying(.trim(.tenths(10, 190))).kept == [.tenths(10, 50), .tenths(100, 190)])
    }

    @Test("Times are rounded to the recording's ticks")
    func timesAreRoundedToTheRecordingsTicks() throws {
        let range = TimeRange(
            start: MediaTime(value: 1249, timescale: 1000), end: MediaTime(value: 1250, timescale: 1000))
        #expect(try whole.applying(.cut(range)).cuts == [.tenths(12, 13)])
        let short = TimeRange(
            start: MediaTime(value: 1251, timescale: 1000), end: MediaTime(value: 1252, timescale: 1000))
        #expect(throws: EditError.emptyRange(short)) { try whole.applying(.cut(short)) }
    }

    @Test("What cannot be applied is refused with the times")
    func whatCannotBeAppliedIsRefused() throws {
        let error = #expect(throws: EditError.self) { try whole.applying(.cut(.tenths(100, 201))) }
        #expect(
            error?.description
                == "the range 0:10.000..0:20.100 extends beyond the recording, which lasts 0:20.000")
        #expect(throws: EditError.outsideRecording(.tenths(-1, 5), duration: .tenths(200))) {
            try whole.applying(.trim(.tenths(-1, 5)))
        }
        #expect(throws: EditError.keepsNothing(.tenths(0, 200))) { try whole.applying(.cut(.tenths(0, 200))) }
        let halved = try whole.applying(.cut(.tenths(0, 100)))
        #expect(throws: EditError.keepsNothing(.tenths(100, 200))) {
            try halved.applying(.cut(.tenths(100, 200)))
        }
        #expect(throws: EditError.keepsNothing(.tenths(20, 100))) {
            try halved.applying(.trim(.tenths(20, 100)))
        }
        #expect(throws: EditError.emptyRange(.tenths(5, 5))) { try whole.applying(.cut(.tenths(5, 5))) }
    }

    @Test("Of many operations only the outcome must keep something")
    func ofManyOperationsOnlyTheOutcomeMustKeep() throws {
        let operations: [EditOperation] = [
            .trim(.tenths(0, 50)), .cut(.tenths(0, 50)), .trim(.tenths(0, 60)),
        ]
        #expect(try whole.applying(operations).kept == [.tenths(50, 60)])
        #expect(throws: EditError.self) { try whole.applying(operations.dropLast()) }
    }

    @Test("The number of clips has a limit")
    func numberOfClipsHasALimit() throws {
        let recording = try Edit(duration: .tenths(400_000))
        let cuts = EditOperation.cutsOfTenths(Edit.clipLimit)
        let edit = try recording.applying(cuts.dropLast())
        #expect(edit.clips.count == Edit.clipLimit)
        #expect(throws: EditError.tooManyClips(cuts[Edit.clipLimit - 1].ranges[0])) {
            try edit.applying(cuts[Edit.clipLimit - 1])
        }
        #expect(throws: EditError.self) { try recording.applying(cuts) }
    }

    @Test("It is stored in ticks, and what cannot be is corrupt")
    func itIsStoredInTicks() throws {
        let edit = try whole.applying(.cut(.tenths(50, 80))).applying(.trim(.tenths(10, 190)))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(edit)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"cuts":[[50,80]],"duration":"200/10","trim":[10,190]}"#)
        #expect(try JSONDecoder().decode(Edit.self, from: data) == edit)
        for corrupt in [
            #"{"cuts":[],"duration":"0/10","trim":[0,0]}"#, #"{"cuts":[],"duration":"-5/10","trim":[0,1]}"#,
            #"{"cuts":[],"duration":"200/10","trim":[0,201]}"#,
            #"{"cuts":[[5,5]],"duration":"200/10","trim":[0,200]}"#,
            #"{"cuts":[[9,5]],"duration":"200/10","trim":[0,200]}"#,
            #"{"cuts":[[0,200]],"duration":"200/10","trim":[0,200]}"#,
            #"{"cuts":[[0,9223372036854775807]],"duration":"200/10","trim":[0,200]}"#,
            #"{"cuts":[],"duration":"200/10","trim":[-9223372036854775808,9223372036854775807]}"#,
        ] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Edit.self, from: Data(corrupt.utf8))
            }
        }
    }
}
