import MediaTime

@testable import ReplayBroadcast
@testable import ReplayCast

/// Fuzzes the output of a set-up program, and the file of a service.
func fuzzSetup(_ bytes: [UInt8]) {
    let now = HostTime(nanoseconds: 0)
    var exchange = SetupExchange(hasAddress: false, at: now)
    for address in exchange.add(bytes, at: now) { precondition(address.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }) }
    for line in exchange.addError(bytes) { precondition(!line.utf8.contains { $0 < 0x20 }) }
    if let answer = exchange.finish(.code(0), at: now) {
        // An address that was checked is one.
        precondition((try? BroadcastDestination(answer.address ?? "").isNetwork) == true)
        precondition(answer.key.map(StreamKey.isValid) ?? true)
    } else {
        precondition(exchange.failure != nil)
    }
    // An error is as good as a service.
    guard let service = try? BroadcastService(json5: bytes, source: "a service") else { return }
    precondition(service.setup.map { !$0.isEmpty } ?? true)
}
