import ArgumentParser
import ReplayCommandLine

/// The options for an export in chunks.
struct ChunkOptions: ParsableArguments {
    @Flag(help: "Plan an export in chunks; render nothing.")
    var plan = false

    @Option(help: ArgumentHelp("The length of a chunk of the plan. Default: 30s.", valueName: "time"))
    var chunkLength: DurationArgument?

    @Option(help: "Render this chunk of the plan for --output, from 0.")
    var chunk: Int?

    @Flag(help: "Join the chunks into --output, and remove them.")
    var join = false

    /// True if any of the options is given, apart from the chunk length.
    var areGiven: Bool { plan || continuesPlan }

    /// True if an existing plan is continued, which determines all other settings.
    var continuesPlan: Bool { chunk != nil || join }

    func validate() throws {
        guard [plan, chunk != nil, join].count(where: \.self) <= 1 else {
            throw ValidationError("--plan, --chunk and --join cannot be combined; run them one after the other")
        }
        if chunkLength != nil, !plan { throw ValidationError("--chunk-length requires --plan") }
    }

    var length: MediaTime { chunkLength?.time ?? ChunkPlan.standardLength }
}
