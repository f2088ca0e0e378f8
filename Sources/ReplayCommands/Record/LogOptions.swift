import ArgumentParser
import Replay
import ReplayCommandLine

/// Where the recorder's log goes, besides the recording's folder.
struct LogOptions: ParsableArguments {
    @Option(help: "Append the recorder’s log to this file, too.", completion: .file())
    var log: String?

    @Flag(name: .shortAndLong, help: "Log more, to standard error, too.")
    var verbose = false

    func apply(to configuration: inout RecordingConfiguration) {
        configuration.log = log
        configuration.isVerbose = verbose
    }
}
