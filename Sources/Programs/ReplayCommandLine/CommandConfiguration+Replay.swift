package import ArgumentParser
import ReplayLibrary

extension CommandConfiguration {
    /// Returns the configuration of the command `replay`. Two programs use it: `replay`, and `replay-media`, which has
    /// all commands.
    package static func replay(
        record: [any ParsableCommand.Type], edit: [any ParsableCommand.Type], share: [any ParsableCommand.Type],
        settings: [any ParsableCommand.Type]
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: "replay",
            abstract: "Record the screen, edit the recording, and export a movie.",
            discussion: """
                Name a recording by its id, name, or the beginning of either. Default: latest.
                Times: 12.5, 1:02.250, 90s, 1m30s, 1500ms, f120 (a frame), -5 (from the end).
                Example: replay record, then replay cut 3..5, then replay export -o demo.mp4
                """,
            version: ReplayVersion.name,
            groupedSubcommands: [
                CommandGroup(name: "Record", subcommands: record),
                CommandGroup(name: "Keep and edit", subcommands: edit),
                CommandGroup(name: "Share", subcommands: share),
                CommandGroup(name: "Settings", subcommands: settings),
            ])
    }
}
