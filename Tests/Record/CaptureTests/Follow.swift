import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayCapture

/// The luma of white and of black.
let (white, black): (UInt8, UInt8) = (235, 16)

/// Waits for changes and updates the planes until `condition` is true.
func follow(
    _ capture: ScreenCapture, _ planes: Planes, until condition: () throws -> Bool,
    location: SourceLocation = #_sourceLocation
) throws {
    while try !condition() {
        guard case .changed = try capture.wait(until: .now + .seconds(WaitLimit.seconds)) else {
            Issue.record("nothing changed", sourceLocation: location)
            return
        }
        _ = try planes.update(from: capture)
    }
}
