import ArgumentParser
import Replay

/// What makes `replay batch` do a single job, for engines of others.
struct JobOptions: ParsableArguments {
    @Flag(help: "Only write down what there is to do, and print the jobs’ numbers; then --job runs each.")
    var prepare = false

    @Option(help: "Run only the job of this number, here, after --prepare.")
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
