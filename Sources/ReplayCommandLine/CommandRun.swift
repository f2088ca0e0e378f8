package import ArgumentParser
import Glibc
import ReplayControl
import ReplayErrors
import ReplayLibrary

/// Runs a command line, and ends the process with an exit code of sysexits(3).
package struct CommandRun<Root: AsyncParsableCommand> {
    private let complete: ([String]) throws -> CommandWords
    private let prepare: (any ParsableCommand) throws -> Void

    /// - Parameters:
    ///   - complete: makes of what was typed what the parser of `Root` takes.
    ///   - prepare: called before each command.
    package init(
        _: Root.Type, complete: @escaping ([String]) throws -> CommandWords,
        prepare: @escaping (any ParsableCommand) throws -> Void
    ) {
        self.complete = complete
        self.prepare = prepare
    }

    package func callAsFunction(_ arguments: [String]) async -> Never {
        var help = "replay --help"
        do {
            let words = try complete(arguments)
            if let name = words.command { help = "replay help \(name)" }
            var command = try Root.parseAsRoot(words.arguments)
            BeaconFile.removeDead()
            try prepare(command)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try Output.finish()
            Glibc.exit(EXIT_SUCCESS)
        } catch OutputError.noReader {
            endBySignal()
        } catch let error as any CategorizedError {
            fail(error)
        } catch  where Root.exitCode(for: error) == .validationFailure {
            Terminal.say("replay: \(Failure.sentence(Root.message(for: error))); “\(help)” says more")
            Glibc.exit(ErrorCategory.usage.exitCode)
        } catch  where error is ExitCode || Root.exitCode(for: error) == .success {
            exit(printing: Root.fullMessage(for: error), code: Root.exitCode(for: error).rawValue)
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: any Error) -> Never {
        Terminal.say("replay: \(Failure.sentence(for: error))")
        Glibc.exit(Failure.exitCode(for: error))
    }

    /// Ends with what was asked for on standard output, such as help, or with a bare exit code.
    private func exit(printing text: String, code: Int32) -> Never {
        if code == 0, !text.isEmpty { print(text) }
        if code != 0, !text.isEmpty { Terminal.say(text) }
        do {
            try Output.finish()
        } catch OutputError.noReader {
            if code == 0 { endBySignal() }
        } catch {
            Terminal.say("replay: \(Failure.sentence(for: error))")
            if code == 0 { Glibc.exit(Failure.exitCode(for: error)) }
        }
        Glibc.exit(code)
    }

    /// As other programs end that write where nobody reads: in silence, by SIGPIPE. What the command does is done by then.
    private func endBySignal() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        Glibc.exit(128 + SIGPIPE)
    }
}
