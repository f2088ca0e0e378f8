package import ArgumentParser

/// The commands of `replay-media`, the program that is linked with FFmpeg: what `replay --help` says of each.
package enum MediaCommand {
    package struct Doctor: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Check what works on this machine.")

        package init() {}
    }

    package struct Clip: ParsableCommand {
        package static let configuration = CommandConfiguration(
            abstract: "Save the last seconds of the recording as a clip.")

        package init() {}
    }

    package struct Info: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Show what a recording holds.")

        package init() {}
    }

    package struct Play: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Show the edit in a video player.")

        package init() {}
    }

    package struct Import: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Import a movie file as a recording.")

        package init() {}
    }

    package struct Recover: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Repair interrupted and damaged recordings.")

        package init() {}
    }

    package struct Retention: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Remove old recordings that were exported.")

        package init() {}
    }

    package struct Trim: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Set where the recording begins and ends.")

        package init() {}
    }

    package struct Cut: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Remove ranges from the recording.")

        package init() {}
    }

    package struct Undo: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Undo the last trim or cut.")

        package init() {}
    }

    package struct Redo: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Redo the last undone trim or cut.")

        package init() {}
    }

    package struct Edits: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Show what is kept, as a table and a line.")

        package init() {}
    }

    package struct Export: ParsableCommand {
        package static let configuration = CommandConfiguration(
            abstract: "Render the edit to a movie or an HLS folder.")

        package init() {}
    }

    package struct Batch: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Run the exports of a job file.")

        package init() {}
    }

    package struct Presets: ParsableCommand {
        package static let configuration = CommandConfiguration(
            abstract: "List the presets that “replay export” takes.")

        package init() {}
    }

    package struct Validate: ParsableCommand {
        package static let configuration = CommandConfiguration(
            abstract: "Check a folder of HLS against its specifications.")

        package init() {}
    }

    package struct Config: ParsableCommand {
        package static let configuration = CommandConfiguration(abstract: "Show or set your own defaults for options.")

        package init() {}
    }
}
