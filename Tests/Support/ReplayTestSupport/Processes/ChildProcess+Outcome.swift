import Foundation

extension ChildProcess {
    /// What a program left when it ended.
    public struct Outcome: Sendable {
        /// Its exit code; a signal's number, below zero, where it was killed.
        public let status: Int32
        /// What it wrote to standard output.
        public let data: Data
        /// What it wrote to standard error.
        public let errors: String

        /// Standard output as text.
        public var output: String { String(decoding: data, as: UTF8.self) }

        /// Standard output without its last line's end.
        public var line: String { output.trimmingCharacters(in: .newlines) }

        /// Standard output as JSON.
        public func json<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(Value.self, from: data)
        }
    }

    /// Runs a tool that has to succeed in silence.
    ///
    /// - Returns: its standard output.
    /// - Throws: ``ServerError`` when it fails, or writes anything to standard error.
    @discardableResult public static func tool(
        _ command: [String], environment: [String: String]? = nil, folder: URL? = nil, limit: Int = 600
    ) throws -> Data {
        try ChildProcess(command, environment: environment, folder: folder).finish(limit: limit)
    }

    /// Waits for the end of a tool that has to succeed in silence, as ``tool(_:environment:folder:limit:)`` does.
    @discardableResult public func finish(limit: Int = 600) throws -> Data {
        let outcome = try wait(limit: limit)
        guard outcome.status == 0, outcome.errors.isEmpty else {
            throw ServerError("\(command) ended with \(outcome.status): \(outcome.errors)")
        }
        return outcome.data
    }
}
