import ArgumentParser
import Replay
import ReplayCommandLine

/// What makes `replay batch` do a single job, for engines of others.
struct JobOptions: ParsableArguments {
    @Flag(help: "Write the plan of the batch and print the numbers of its jobs, for --job.")
    var prepare = false

    @Option(help: "Run the job of this number, after --prepare.")
    var job: Int?

    @Flag(help: .hidden)
    var plan = false

    @Option(help: .hidden)
    var chunk: Int?

    @Flag(help: .hidden)
    var join = false

    /// Whether the process ends with its standard input.
    @Flag(help: .hidden)
    var tied = false
}
