package import ArgumentParser
import Dispatch
import Files
import Glibc
import ReplayControl
import ReplayErrors
import ReplayLibrary
import SystemPackage

/// A function that runs the command line of this process and ends the process with an exit code of sysexits(3).
///
/// The function is not `async`, because Swift's runtime opens descriptors before an asynchronous `main`. They would
/// take the numbers of standard descriptors that are closed. The main thread does everything before the command runs,
/// so that it can call `execv`. On one of Dispatch's threads, the new program would inherit blocked signals and no
/// parent-death signal.
package struct CommandRun<Root: AsyncParsableCommand>: Sendable {
    private let complete: @Sendable ([String]) throws -> CommandWords
    private let prepare: @Sendable (any ParsableCommand) throws -> Void

    /// - Parameters:
    ///   - complete: Converts the typed words to words for the parser of `Root`.
    ///   - prepare: Called before each command.
    package init(
        _: Root.Type, complete: @escaping @Sendable ([String]) throws -> CommandWords,
        prepare: @escaping @Sendable (any ParsableCommand) throws -> Void
    ) {
        self.complete = complete
        self.prepare = prepare
    }

    /// Runs the command line. Call it on the main thread.
    package func callAsFunction() -> Never {
        StandardDescriptors.fill()
        // If the reader of a pipe ends, writing must fail but not kill the process.
        signal(SIGPIPE, SIG_IGN)
        guard CommandLine.argc > 0 else {
            // Swift's runtime reads the command line from this file.
            Terminal.say("replay: cannot read /proc/self/cmdline; is /proc mounted?")
            exit(ErrorCategory.unavailable.exitCode)
        }
        let command = command(CommandLine.pathArguments)
        Task { await Self.run(command) }
        dispatchMain()
    }

    private func command(_ arguments: [String]) -> sending any ParsableCommand {
        var completed: CommandWords?
        do {
            let words = try complete(arguments)
            completed = words
            let command = try Root.parseAsRoot(words.arguments)
            BeaconFile.removeDead()
            try prepare(command)
            return command
        } catch {
            // An unknown option is reported first, because it also makes the words after it wrong.
            let isUsage = Root.exitCode(for: error) == .validationFailure
            let unknown = completed.flatMap {
                isUsage ? OptionCheck.unknown(in: $0, tree: Root.configuration) : nil
            }
            Self.end(unknown ?? error, words: completed)
        }
    }

    private static func run(_ command: any ParsableCommand) async -> Never {
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
            try Output.finish()
            exit(EXIT_SUCCESS)
        } catch {
            end(error, words: CommandWords(command: type(of: command)._commandName, arguments: []))
        }
    }

    /// - Parameter words: The command line in Replay's spelling, or nil if its first word is not a command.
    private static func end(_ error: any Error, words: CommandWords?) -> Never {
        switch error {
        case OutputError.noReader: endBySignal()
        case is any CategorizedError: fail(error)
        case _ where Root.exitCode(for: error) == .validationFailure:
            var sentence = Failure.sentence(Root.message(for: error))
            // Some messages of the parser end with a full stop.
            if sentence.hasSuffix(".") { sentence.removeLast() }
            let help = words?.command.map { "replay help \($0)" } ?? "replay --help"
            let hint = words.flatMap { ParserMessage(sentence).hint(in: $0) } ?? "see “\(help)”"
            Terminal.say("replay: \(sentence); \(hint)")
            exit(ErrorCategory.usage.exitCode)
        case _ where error is ExitCode || Root.exitCode(for: error) == .success:
            end(printing: Root.fullMessage(for: error), code: Root.exitCode(for: error).rawValue)
        default: fail(error)
        }
    }

    private static func fail(_ error: any Error) -> Never {
        Terminal.say("replay: \(Failure.sentence(for: error))\(lookupHint(for: error))")
        exit(Failure.exitCode(for: error))
    }

    /// Returns a clause for a word that is not a recording: a similar name, or a file to import.
    private static func lookupHint(for error: any Error) -> String {
        guard case RecordingLookupError.unknown(let word) = error else { return "" }
        // The lookup has already failed. Further errors here add nothing.
        let isFile = (try? Stat(word.cPath).type) == .regular
        let imported = isFile ? "it is a file; “replay import \(word)” imports it" : nil
        let meant = (try? RecordingLibrary.open())?.name(near: word).map { "did you mean “\($0)”?" }
        return [imported, meant].compactMap(\.self).map { Failure.sentence("; \($0)") }.joined()
    }

    /// Ends the process after printing requested text such as help, or with a bare exit code.
    private static func end(printing text: String, code: Int32) -> Never {
        if code == 0, !text.isEmpty { print(text) }
        if code != 0, !text.isEmpty { Terminal.say(text) }
        do {
            try Output.finish()
        } catch OutputError.noReader {
            if code == 0 { endBySignal() }
        } catch {
            Terminal.say("replay: \(Failure.sentence(for: error))")
            // Text on standard output that was not written is a failure. An error was already printed to standard
            // error.
            if code == 0 || text.isEmpty { exit(Failure.exitCode(for: error)) }
        }
        exit(code)
    }

    /// Ends the process by SIGPIPE without a message, as other programs do if nobody reads their output. The command is
    /// complete by then.
    private static func endBySignal() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}

extension CommandLine {
    /// The words after the program's name. `arguments` replaces bytes that are not UTF-8, so that a file with such a
    /// name could not be opened.
    package static var pathArguments: [String] {
        (1..<max(1, Int(argc))).compactMap { unsafeArgv[$0].map { String(path: $0) } }
    }
}
