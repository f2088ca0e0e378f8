import Testing

@testable import ReplayMovie

/// The judgement of whether a process is hung.
struct WatchdogTests {
    /// Returns the number of checks until a process counts as hung.
    private func checks(_ time: (Int) -> Duration?) -> Int {
        var (watchdog, checks) = (Watchdog(), 1)
        while !watchdog.isHung(processorTime: time(checks)) { checks += 1 }
        return checks
    }

    @Test func `A process without processor time is hung after half a minute`() {
        #expect(checks { _ in nil } == 6)
        // The first check notes the time that was used before.
        #expect(checks { _ in .seconds(3) } == 7)
    }

    @Test func `A process that works may take ten minutes, even if it stands still for less than half a minute`() {
        #expect(checks { .seconds($0) } == 120)
        #expect(checks { .seconds($0 / 6) } == 120)
        #expect(checks { .seconds($0 < 100 ? $0 : 100) } == 106)
    }
}
