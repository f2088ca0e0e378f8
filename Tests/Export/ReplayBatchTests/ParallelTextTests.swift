import Testing

@testable import ReplayBatch

/// Checks the text given to GNU parallel, and the text it prints.
@Suite struct ParallelTextTests {
    private let command = ParallelCommand(
        program: "/opt/re play", jobFile: "it's.json", places: 2, log: "./it's.batch/parallel.log")

    @Test("Tasks are commands of a shell that say how they ended")
    func input() {
        let input = command.input([.whole(3), .chunk(1, of: 4)]).split(separator: "\0")
        #expect(input.count == 2)
        #expect(input.first?.hasPrefix("'/opt/re play' batch 'it'\\''s.json' --job 3 --json ") == true)
        #expect(input.last?.contains(" --job 4 --chunk 1 --json ") == true)
    }

    @Test("Lines are told from each other by their task’s number")
    func lines() throws {
        let progress = try #require(
            ParallelLine("2\t{\"done\":\"1/1\",\"total\":\"2/1\"}") ?? ParallelLine("2\t{\"ended\":0}"))
        #expect(progress.task == 1)
        guard case .ended(.killed(9))? = ParallelLine("1\t{\"ended\":137}")?.content else {
            return #expect(Bool(false), "137 is no signal")
        }
        #expect(ParallelLine("0\t{\"ended\":0}") == nil)
        #expect(ParallelLine("what is this") == nil)
    }

    @Test("What a person types quotes names as a shell wants it")
    func line() {
        #expect(
            command.line == "replay batch 'it'\\''s.json' --prepare | JOB_FILE='it'\\''s.json' parallel --jobs 2"
                + " 'replay batch \"$JOB_FILE\" --job {}'")
    }
}
