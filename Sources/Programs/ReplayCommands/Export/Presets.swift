import ArgumentParser
import ReplayCommandLine
import ReplayRendering

/// `replay presets`
struct Presets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets",
        abstract: "List the presets for “replay export”.", discussion: "Example: replay presets --json")

    @OptionGroup var output: OutputOptions

    func run() throws {
        if output.json { return try Output.json(Preset.builtIn) }
        var table = Table(["PRESET", "FOR"])
        for preset in Preset.builtIn { table.add([preset.name, preset.summary]) }
        print(table.text)
    }
}
