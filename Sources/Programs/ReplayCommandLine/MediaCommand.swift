package import ArgumentParser

/// A placeholder for a command of another program. It provides only its name and its abstract, for the help.
package protocol MediaStub: ParsableCommand {
    /// The name on the command line.
    static var name: String { get }
    /// The description of the command, in a sentence.
    static var abstract: String { get }
}

extension MediaStub {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: name, abstract: abstract)
    }
}

/// The commands of `replay-media`, the program that is linked with FFmpeg, for the help of `replay`.
package enum MediaCommand {
    package struct Doctor: MediaStub {
        package static let name = "doctor"
        package static let abstract = "Check what works on this machine."

        package init() {}
    }

    package struct Clip: MediaStub {
        package static let name = "clip"
        package static let abstract = "Save the last seconds of the recording as a clip."

        package init() {}
    }

    package struct Info: MediaStub {
        package static let name = "info"
        package static let abstract = "Show what a recording contains."

        package init() {}
    }

    package struct Play: MediaStub {
        package static let name = "play"
        package static let abstract = "Show the edit in a video player."

        package init() {}
    }

    package struct Import: MediaStub {
        package static let name = "import"
        package static let abstract = "Import a movie file as a recording."

        package init() {}
    }

    package struct Recover: MediaStub {
        package static let name = "recover"
        package static let abstract = "Repair interrupted and damaged recordings."

        package init() {}
    }

    package struct Retention: MediaStub {
        package static let name = "retention"
        package static let abstract = "Remove old recordings that were exported."

        package init() {}
    }

    package struct Redact: MediaStub {
        package static let name = "redact"
        package static let abstract = "Permanently remove frames or audio from a recording."

        package init() {}
    }

    package struct Edit: MediaStub {
        package static let name = "edit"
        package static let abstract = "Change speed, audio, frames, or an earlier edit."

        package init() {}
    }

    package struct Trim: MediaStub {
        package static let name = "trim"
        package static let abstract = "Set where the recording begins and ends."

        package init() {}
    }

    package struct Cut: MediaStub {
        package static let name = "cut"
        package static let abstract = "Remove ranges from the recording."

        package init() {}
    }

    package struct Undo: MediaStub {
        package static let name = "undo"
        package static let abstract = "Undo the last edit."

        package init() {}
    }

    package struct Redo: MediaStub {
        package static let name = "redo"
        package static let abstract = "Redo the last undone edit."

        package init() {}
    }

    package struct Edits: MediaStub {
        package static let name = "edits"
        package static let abstract = "List the operations and the kept ranges."

        package init() {}
    }

    package struct Still: MediaStub {
        package static let name = "still"
        package static let abstract = "Save one frame of the edit as an image."

        package init() {}
    }

    package struct Sheet: MediaStub {
        package static let name = "sheet"
        package static let abstract = "Draw a contact sheet of the edit."

        package init() {}
    }

    package struct Strip: MediaStub {
        package static let name = "strip"
        package static let abstract = "Draw the recording as a film strip."

        package init() {}
    }

    package struct Waveform: MediaStub {
        package static let name = "waveform"
        package static let abstract = "Draw the recording’s audio tracks."

        package init() {}
    }

    package struct Export: MediaStub {
        package static let name = "export"
        package static let abstract = "Render the edit to a movie or an HLS folder."

        package init() {}
    }

    package struct Batch: MediaStub {
        package static let name = "batch"
        package static let abstract = "Run the exports of a job file."

        package init() {}
    }

    package struct Presets: MediaStub {
        package static let name = "presets"
        package static let abstract = "List the presets for “replay export”."

        package init() {}
    }

    package struct Config: MediaStub {
        package static let name = "config"
        package static let abstract = "Show or set your own defaults for options."

        package init() {}
    }
}
