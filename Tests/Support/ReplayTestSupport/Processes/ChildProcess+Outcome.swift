import Foundation

extension ChildProcess {
    /// The result of a program that has ended.
    public struct Outcome: Sendable {
        /// The exit code; the negative number of the signal if the program was killed.
        public let status: Int32
        /// The bytes that the program wrote to standard output.
        public let data: Data
        /// The text that the program wrote to standard error.
        public let errors: String

        /// Standard output as text.
        public var output: String { String(decoding: data, as: UTF8.self) }

        /// Standard output without the line end at its end.
        public var line: String { output.trimmingCharacters(in: .newlines) }

        /// Decodes standard output as JSON.
        public func json<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(Value.self, from: data)
        }
    }

    /// Runs a tool that must succeed without messages.
    ///
    /// - Returns: The tool's standard output.
    /// - Throws: ``ServerError`` if the tool fails or writes anything to standard error.
    @discardableResult public static func tool(
        _ command: [String], environment: [String: String]? = nil, folder: URL? = nil, limit: Int = 600
    ) throws -> Data {
        try ChildProcess(command, environment: environment, folder: folder).finish(limit: limit)
    }

    /// Waits for the end of a tool that must succeed without messages, as ``tool(_:environment:folder:limit:)`` does.
    @discardableResult public func finish(limit: Int = 600) throws -> Data {
        let outcome = try wait(limit: limit)
        guard outcome.status == 0, outcome.errors.isEmpty else {
            throw ServerError("\(command) ended with \(outcome.status): \(outcome.errors)")
        }
        return outcome.data
    }
}
