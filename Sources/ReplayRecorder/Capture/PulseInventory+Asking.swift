extension PulseInventory {
    /// Asks the audio server what it has, and waits for the answer.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    static func ask(server: String?) throws(RecorderError) -> PulseInventory {
        do throws(CaptureError) {
            let loop = try PulseLoop()
            return try loop.locked { () throws(CaptureError) in
                let connection = try PulseConnection(loop, server: server) { loop.signal() }
                while true {
                    if let failure = connection.failure { throw failure }
                    if let inventory = connection.takeInventory() { return inventory }
                    loop.wait()
                }
            }
        } catch {
            let sentence = error.description
            throw RecorderError(.unavailable, sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)
        }
    }
}
