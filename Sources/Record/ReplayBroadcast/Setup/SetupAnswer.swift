import ReplayErrors

/// The answer of a set-up program: the place to send to, and the programs to run afterwards.
package struct SetupAnswer: Codable, Equatable, Sendable {
    package var address: String?
    package var key: String?
    package var streamID: String?
    package var latency: Int?
    package var publicURL: String?
    package var limits: BroadcastService.Limits?
    /// The program to run when the target is live, with its arguments.
    package var live: [String]?
    /// The program to run when the broadcast has ended, with its arguments.
    package var finish: [String]?

    /// Checks the values.
    /// - Parameter hasAddress: True if the service has an address.
    /// - Throws: `BroadcastError` with a sentence that contains no secret.
    func check(hasAddress: Bool) throws(BroadcastError) {
        if let reason = addressProblem(hasAddress: hasAddress) ?? valueProblem {
            throw BroadcastError(.badData, description: reason)
        }
    }

    private func addressProblem(hasAddress: Bool) -> String? {
        guard let address else { return hasAddress ? nil : "its answer has no “address”" }
        do throws(BroadcastError) {
            let isServer = try BroadcastDestination(address).isNetwork
            return isServer ? nil : "its “address” must begin with rtmp://, rtmps:// or srt://"
        } catch {
            // The error could repeat a key that is in the address.
            return "its “address” is not one of a server, such as rtmps://HOST/APPLICATION or srt://HOST:PORT"
        }
    }

    private var valueProblem: String? {
        if let key, !StreamKey.isValid(key) { return "its “key” is not one word of plain characters" }
        if let latency, !StreamKey.latencies.contains(latency) { return "its “latency” must be 20 to 10000" }
        if let publicURL, !SetupLine.isWebAddress(publicURL) { return "its “publicURL” is not a web address" }
        if let name = limits?.invalidKey { return "its “limits.\(name)” must be at least 1" }
        for (name, words) in [("live", live), ("finish", finish)] {
            guard let words else { continue }
            if words.first?.isEmpty ?? true { return "its “\(name)” does not begin with a program" }
            // Other users can see command lines.
            if let key, words.contains(where: { $0.contains(key) }) { return "its “\(name)” contains the key" }
        }
        return nil
    }
}
