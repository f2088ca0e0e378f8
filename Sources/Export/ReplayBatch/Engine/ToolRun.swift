import Glibc
import ReplayLibrary
import Subprocess

/// A short run of another program.
struct ToolRun: Sendable {
    private static let timeout = Duration.seconds(2)
    private static let outputLimit = 64 << 20
    private static let errorLimit = 1 << 20

    let isSuccess: Bool
    let output: String
    let errors: String

    /// Runs a program.
    /// - Parameters:
    ///   - limit: The time after which the run is ended and has failed.
    ///   - without: The environment variables to remove.
    /// - Throws: An error if the program cannot be started; `CancellationError`, after the program has ended.
    static func of(
        _ program: String, arguments: [String], input: String = "", without variables: [String] = [],
        limit: Duration = .seconds(60)
    ) async throws -> ToolRun {
        try await withThrowingTaskGroup(of: ToolRun?.self) { group in
            group.addTask { try await run(program, arguments: arguments, input: input, without: variables) }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            let first = try await group.next() ?? nil
            group.cancelAll()
            try Task.checkCancellation()
            return first ?? ToolRun(isSuccess: false, output: "", errors: "it did not answer within \(limit)")
        }
    }

    private static func run(
        _ program: String, arguments: [String], input: String, without variables: [String]
    ) async throws -> ToolRun {
        var options = PlatformOptions()
        // Signals from the terminal must reach only this process.
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: timeout)
        ]
        let hidden = Dictionary(variables.map { ($0, String?.none) }) { first, _ in first }
        let result = try await Subprocess.run(
            .path(.init(program)), arguments: Arguments(paths: arguments), environment: .own(hidden),
            platformOptions: options, input: .array(input.pathBytes), output: .string(limit: outputLimit),
            error: .string(limit: errorLimit))
        return ToolRun(
            isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
            errors: result.standardError)
    }

    /// The last line of standard error, without the program's name.
    var complaint: String {
        let line = errors.split(whereSeparator: \.isNewline).last.map(String.init) ?? "no reason is given"
        return line.split(separator: "error: ").last.map(String.init) ?? line
    }
}
