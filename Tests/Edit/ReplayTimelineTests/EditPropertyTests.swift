import Foundation
import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

/// Checks the rules that must hold after any operations.
@Suite struct EditPropertyTests {
    @Test("What is kept is sorted, disjoint, not empty and inside the recording")
    func whatIsKeptIsSorted() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<3000 {
            let edit = try EditHistory.random(using: &random).edit
            #expect(!edit.kept.isEmpty)
            #expect(edit.kept.allSatisfy { !$0.isEmpty && edit.trim.contains($0) })
            #expect(zip(edit.kept, edit.kept.dropFirst()).allSatisfy { $0.end < $1.start })
            #expect(zip(edit.cuts, edit.cuts.dropFirst()).allSatisfy { $0.end < $1.start })
            #expect(edit.trim.start >= .zero && edit.trim.end <= edit.duration)
        }
    }

    @Test("Each tick is kept exactly if no cut holds it and the last trim does")
    func eachTickIsKeptExactlyIfNoCut() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<1000 {
            let history = try EditHistory.random(using: &random)
            let trim = history.operations.last { if case .trim = $0 { true } else { false } }
            let cuts = history.operations.filter { if case .cut = $0 { true } else { false } }
            for tick in 0..<history.edit.duration.value {
                let isKept =
                    (trim?.ranges[0].contains(.tenths(tick)) ?? true)
                    && !cuts.contains { $0.ranges[0].contains(.tenths(tick)) }
                #expect(history.edit.kept.contains { $0.contains(.tenths(tick)) } == isKept)
            }
        }
    }

    @Test("Undo then redo changes nothing, and undoing all gives the whole recording")
    func undoThenRedoChangesNothing() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<1000 {
            var history = try EditHistory.random(using: &random)
            let full = history
            while history.canUndo {
                let before = history
                try history.undo()
                var again = history
                try again.redo()
                #expect(again == before)
            }
            #expect(history.edit == (try Edit(duration: full.edit.duration)))
            while history.canRedo { try history.redo() }
            #expect(history == full)
        }
    }

    @Test("The order of commands does not matter")
    func orderOfCommandsDoesNotMatter() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<2000 {
            let history = try EditHistory.random(using: &random)
            let lastTrim = history.operations.lastIndex { if case .trim = $0 { true } else { false } }
            // The last of several trims wins by definition, so the others are left out.
            let operations = history.operations.enumerated().filter { index, operation in
                if case .trim = operation { index == lastTrim } else { true }
            }.map(\.element)
            let whole = try Edit(duration: history.edit.duration)
            #expect(try whole.applying(operations.shuffled(using: &random)) == history.edit)
            let oneByOne = try? operations.shuffled(using: &random).reduce(whole) { try $0.applying($1) }
            #expect(oneByOne == nil || oneByOne == history.edit)
        }
    }

    @Test("The map rises, inverts itself, and its total is the sum of what is kept")
    func mapRises() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<1000 {
            let edit = try EditHistory.random(using: &random).edit
            let map = EditMap(edit)
            #expect(map.editedDuration == edit.kept.reduce(.zero) { $0 + $1.duration })
            #expect(map.editedDuration == edit.editedDuration)
            var next = MediaTime.zero
            for tick in 0..<edit.duration.value {
                let expected = edit.kept.contains { $0.contains(.tenths(tick)) } ? next : nil
                #expect(map.editedTime(at: .tenths(tick)) == expected)
                #expect(map.nextEditedTime(from: .tenths(tick)) == (next < map.editedDuration ? next : nil))
                guard let edited = expected else { continue }
                #expect(map.recordingTime(at: edited) == .tenths(tick))
                next = next + .tenths(1)
            }
            #expect(next == map.editedDuration)
        }
    }

    @Test("Edits and histories come back from storage as they were")
    func editsAndHistoriesComeBackFromStorage() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            var history = try EditHistory.random(using: &random)
            for _ in 0..<Int.random(in: 0...3, using: &random) where history.canUndo { try history.undo() }
            let stored = try JSONEncoder().encode(history)
            #expect(try JSONDecoder().decode(EditHistory.self, from: stored) == history)
            let edit = try JSONEncoder().encode(history.edit)
            #expect(try JSONDecoder().decode(Edit.self, from: edit) == history.edit)
        }
    }
}
