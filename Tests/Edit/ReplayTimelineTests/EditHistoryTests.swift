import Foundation
import ReplayTestSupport
import ReplayTimeline
import Testing

@Suite struct EditHistoryTests {
    @Test("A new operation drops what was undone")
    func newOperationDropsWhatWasUndone() throws {
        var history = try EditHistory(duration: .tenths(100))
        try history.perform(.cut(.tenths(0, 10)))
        try history.perform(.cut(.tenths(20, 30)))
        try history.undo()
        #expect(history.canRedo)
        try history.perform(.trim(.tenths(5, 50)))
        #expect(history.operations == [.cut(.tenths(0, 10)), .trim(.tenths(5, 50))])
        #expect(!history.canRedo)
        #expect(throws: EditHistoryError.nothingToRedo) { try history.redo() }
    }

    @Test("Operations made together each have a number, and are undone together")
    func together() throws {
        var history = try EditHistory(duration: .tenths(100))
        try history.perform(.cut(.tenths(0, 10)))
        try history.change(.all([.perform(.cut(.tenths(20, 30))), .perform(.trim(.tenths(5, 50)))]))
        #expect(history.numberedOperations.map(\.number) == [1, 2, 3])
        try history.change(.remove(2))
        #expect(history.edit.kept == [.tenths(10, 50)])
        #expect(history.edit == (try Edit(duration: .tenths(100)).applying(history.operations)))
        try history.undo()
        #expect(history.edit.kept == [.tenths(10, 20), .tenths(30, 50)])
        try history.undo()
        #expect(history.operations == [.cut(.tenths(0, 10))])
        let before = history
        #expect(throws: EditError.self) {
            try history.change(.all([.perform(.cut(.tenths(20, 30))), .perform(.cut(.tenths(0, 100)))]))
        }
        #expect(history == before)
        // The steps between need not be possible on their own.
        try history.change(.all([.perform(.cut(.tenths(10, 100))), .remove(1), .enable(2, false)]))
        #expect(history.edit.kept == [.tenths(0, 100)])
        try history.undo()
    }

    @Test("Removing many operations at once equals removing them one by one, and only existing ones are removed")
    func manyRemoved() throws {
        var random = SplitMix64.seeded()
        var history = try EditHistory(duration: .tenths(100))
        for number in 0..<20 { try history.perform(.cut(.tenths(Int64(number), Int64(number) + 1))) }
        try history.change(.remove(7))
        for count in 2...19 {
            let numbers = (1...20).filter { $0 != 7 }.shuffled(using: &random).prefix(count)
            let made = EditChange.perform(.rotate(.right))
            var (together, oneByOne) = (history, history)
            try together.change(.all(numbers.map { .remove($0) } + [made, .remove(21)]))
            for number in numbers { try oneByOne.change(.remove(number)) }
            #expect(together.numberedOperations == oneByOne.numberedOperations && together.edit == oneByOne.edit)
            for wrong in [numbers[0], 7, 0, 22, -1] {
                var changed = history
                #expect(throws: EditError.noOperation(wrong)) {
                    try changed.change(.all(numbers.map { .remove($0) } + [.remove(wrong), made]))
                }
                #expect(changed == history)
            }
        }
    }

    @Test("Nothing is left of an edit on a recording without length", arguments: [0, -1])
    func limitedToNothing(tenths: Int64) throws {
        let history = try EditHistory(duration: .tenths(100))
        #expect(throws: EditError.emptyRecording) { try history.limited(to: .tenths(tenths)) }
        #expect(throws: EditError.emptyRecording) { try history.edit.limited(to: .tenths(tenths)) }
    }

    @Test("A recording that has become longer keeps its operations; what is new is kept, unless a trim ends before")
    func longer() throws {
        var history = try EditHistory(duration: .tenths(100))
        try history.perform(.cut(.tenths(20, 30)))
        #expect(try history.extended(to: .tenths(150)).edit.kept == [.tenths(0, 20), .tenths(30, 150)])
        try history.perform(.trim(.tenths(10, 90)))
        let longer = try history.extended(to: .tenths(150))
        #expect(longer.edit.kept == [.tenths(10, 20), .tenths(30, 90)])
        #expect(longer.operations == history.operations)
    }

    @Test("There is an end to undoing")
    func thereIsAnEndToUndoing() throws {
        var history = try EditHistory(duration: .tenths(100))
        #expect(throws: EditHistoryError.nothingToUndo) { try history.undo() }
        #expect(EditHistoryError.nothingToUndo.description == "there is nothing to undo")
    }

    @Test("An operation that cannot be applied changes nothing")
    func operationThatCannotBeAppliedChangesNothing() throws {
        var history = try EditHistory(duration: .tenths(100))
        try history.perform(.cut(.tenths(0, 10)))
        try history.undo()
        let before = history
        #expect(throws: EditError.self) { try history.perform(.cut(.tenths(0, 100))) }
        #expect(history == before)
    }

    @Test(
        "A stored history that cannot be is corrupt",
        arguments: [
            #"{"duration":"100/10","operations":[],"position":1}"#,
            #"{"duration":"100/10","operations":[],"position":-1}"#,
            #"{"duration":"100/10","operations":[{"cut":{"start":"0/1","end":"11/1"}}],"position":1}"#,
            #"{"duration":"100/10","operations":[{"sharpen":{"start":"0/1","end":"1/1"}}],"position":1}"#,
            #"{"duration":"0/10","operations":[],"position":0}"#,
        ])
    func storedHistoryThatCannotBeIsCorrupt(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(EditHistory.self, from: Data(text.utf8))
        }
    }

    @Test("A broken undone operation is found when it is made again")
    func brokenUndoneOperationIsFound() throws {
        let text = #"{"duration":"100/10","operations":[{"cut":{"start":"0/1","end":"11/1"}}],"position":0}"#
        var history = try JSONDecoder().decode(EditHistory.self, from: Data(text.utf8))
        #expect(throws: EditHistoryError.self) { try history.redo() }
        #expect(history.position == 0)
    }

    @Test(
        "A hundred thousand cuts take seconds at most, in any order", .timeLimit(.minutes(30)),
        arguments: [false, true])
    func hundredThousandCutsTakeSecondsAtMost(shuffled: Bool) throws {
        var random = SplitMix64.seeded()
        let count = Edit.clipLimit - 1
        var cuts = EditOperation.cutsOfTenths(count)
        if shuffled { cuts.shuffle(using: &random) }
        var history = try EditHistory(duration: .tenths(Int64(count) * 2 + 2))
        let clock = ContinuousClock()
        let performing = try clock.measure { for cut in cuts { try history.perform(cut) } }
        let undoing = try clock.measure { try history.undo() }
        print("\(shuffled ? "shuffled" : "sorted"): performed in \(performing), undone in \(undoing)")
        #expect(history.edit.clips.count == Edit.clipLimit - 1)
    }
}
