package import ArgumentParser
import Dispatch
import Files
import Glibc
import ReplayControl
import ReplayErrors
import ReplayLibrary
import SystemPackage

/// Runs the command line of this process, and ends the process with an exit code of sysexits(3).
///
/// Not `async`: Swift's runtime opens descriptors before an asynchronous `main`, which would take the places of standard
/// ones that are closed. And what is done before the command runs is done by the main thread, so that another program may
/// take the place of this one there: it would inherit what Dispatch's threads have, blocked signals and no parent-death
/// signal.
package struct CommandRun<Root: AsyncParsableCommand>: Sendable {
    private let complete: @Sendable ([String]) throws -> CommandWords
    private let prepare: @Sendable (any ParsableCommand) throws -> Void

    /// - Parameters:
    ///   - complete: makes of what was typed what the parser of `Root` takes.
    ///   - prepare: called before each command.
    package init(
        _: Root.Type, complete: @escaping @Sendable ([String]) throws -> CommandWords,
        prepare: @escaping @Sendable (any ParsableCommand) throws -> Void
    ) {
        self.complete = complete
        self.prepare = prepare
    }

    /// Runs it. To be called by the main thread.
    package func callAsFunction() -> Never {
        StandardDescriptors.fill()
        // A reader that goes away ends the output, not the process.
        signal(SIGPIPE, SIG_IGN)
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
            // What a wrong option makes of the words after it is not worth telling.
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

    /// - Parameter words: The command line in our own spelling, or nil if its first word is no command.
    private static func end(_ error: any Error, words: CommandWords?) -> Never {
        switch error {
        case OutputError.noReader: endBySignal()
        case is any CategorizedError: fail(error)
        case _ where Root.exitCode(for: error) == .validationFailure:
            var sentence = Failure.sentence(Root.message(for: error))
            // Some of the parser's own messages end with a full stop.
            if sentence.hasSuffix(".") { sentence.removeLast() }
            let help = words?.command.map { "replay help \($0)" } ?? "replay --help"
            let hint = words.flatMap { ParserMessage(sentence).hint(in: $0) } ?? "“\(help)” says more"
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

    /// The clause behind a word that is no recording: one of nearly that name, or a file that can become one.
    private static func lookupHint(for error: any Error) -> String {
        guard case RecordingLookupError.unknown(let word) = error else { return "" }
        // The lookup has failed already: what cannot be found out here adds nothing to its error.
        let isFile = (try? Stat(word.cPath).type) == .regular
        let imported = isFile ? "it is a file: “replay import \(word)”" : nil
        let meant = (try? RecordingLibrary.open())?.name(near: word).map { "did you mean “\($0)”?" }
        return [imported, meant].compactMap(\.self).map { Failure.sentence("; \($0)") }.joined()
    }

    /// Ends with what was asked for on standard output, such as help, or with a bare exit code.
    private static func end(printing text: String, code: Int32) -> Never {
        if code == 0, !text.isEmpty { print(text) }
        if code != 0, !text.isEmpty { Terminal.say(text) }
        do {
            try Output.finish()
        } catch OutputError.noReader {
            if code == 0 { endBySignal() }
        } catch {
            Terminal.say("replay: \(Failure.sentence(for: error))")
            // An answer that did not arrive is none; an error was told on standard error.
            if code == 0 || text.isEmpty { exit(Failure.exitCode(for: error)) }
        }
        exit(code)
    }

    /// As other programs end that write where nobody reads: in silence, by SIGPIPE. What the command does is done by then.
    private static func endBySignal() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}

extension CommandLine {
    /// What stands after the program's name. `arguments` has another character in place of each byte that is not UTF-8, so a file
    /// of such a name could not be opened.
    package static var pathArguments: [String] {
        (1..<max(1, Int(argc))).compactMap { unsafeArgv[$0].map { String(path: $0) } }
    }
}
