import ReplaySources
import Testing

@testable import DBus
@testable import ReplayCapture
@testable import ReplayControl

/// Checks requests to the portal and its answers, as pure values.
@Suite struct PortalRequestTests {
    private let all = PortalAbilities(version: 4, kinds: 7, cursorModes: 7)

    @Test("The cursor is asked for apart where that is to be had, else drawn, else not at all")
    func cursor() {
        let request = PortalRequest(kinds: [.monitor])
        #expect(request.options(all)["cursor_mode"] == .uint32(4))
        #expect(request.options(PortalAbilities(version: 4, kinds: 1, cursorModes: 3))["cursor_mode"] == .uint32(2))
        // An unknown mode would be an error.
        #expect(request.options(PortalAbilities(version: 1, kinds: 1, cursorModes: 0))["cursor_mode"] == nil)
    }

    @Test("It is remembered only where that is wanted and the portal can")
    func remembering() {
        let wanted = PortalRequest(kinds: [.monitor, .window], isRemembered: true, token: "t")
        #expect(wanted.options(all)["persist_mode"] == .uint32(2))
        #expect(wanted.options(all)["restore_token"] == .string("t"))
        #expect(wanted.options(all)["types"] == .uint32(3))
        #expect(wanted.options(PortalAbilities(version: 3, kinds: 7, cursorModes: 7))["persist_mode"] == nil)
        let other = PortalRequest(kinds: [.monitor], token: "t").options(all)
        #expect(other["persist_mode"] == nil && other["restore_token"] == nil)
    }

    @Test("What the portal lacks is left out; where nothing is left, that is said")
    func possible() throws {
        let monitors = PortalAbilities(version: 4, kinds: 1, cursorModes: 2)
        #expect(try monitors.possible(PortalRequest(kinds: [.monitor, .window])).kinds == [.monitor])
        #expect { try monitors.possible(PortalRequest(kinds: [.window])) } throws: {
            ($0 as? CaptureError)?.code == .noSuchTarget && "\($0)".contains("only monitors")
        }
    }

    @Test("An answer is a grant, a no, or a failure")
    func response() {
        #expect(PortalResponse([.uint32(0), .dictionary(["a": .boolean(true)])]) == .granted(["a": .boolean(true)]))
        #expect(PortalResponse([.uint32(1), .dictionary([:])]) == .denied)
        #expect(PortalResponse([.uint32(2), .dictionary([:])]) == .failed)
        #expect(PortalResponse([]) == .failed)
    }

    @Test("A grant names the node, and what is shared")
    func grant() throws {
        let facts = BusValue.dictionary([
            "source_type": .uint32(2), "size": .structure([.int32(800), .int32(600)]),
            "position": .structure([.int32(10), .int32(0)]),
        ])
        let streams = BusValue.array(element: "(ua{sv})", [.structure([.uint32(42), facts])])
        let grant = try #require(
            PortalGrant(["streams": streams, "restore_token": .string("t")], asked: [.monitor, .window]))
        #expect(grant.node == 42 && grant.token == "t")
        #expect(grant.source == SharedSource(kind: .window, place: (10, 0), size: (800, 600)))
        #expect(grant.source != SharedSource(kind: .window, place: (0, 0), size: (800, 600)))
        // Only a monitor was requested: xdg-desktop-portal-wlr 0.7 reports a monitor as a window.
        #expect(PortalGrant(["streams": streams], asked: [.monitor])?.source.kind == .monitor)
        #expect(PortalGrant([:], asked: [.monitor]) == nil)
        #expect(PortalGrant(["streams": .array(element: "(ua{sv})", [])], asked: [.monitor]) == nil)
    }

    @Test("A session is Wayland's by its type or its display")
    func system() {
        #expect(ScreenSystem.of(session: nil, waylandDisplay: nil) == .x11)
        #expect(ScreenSystem.of(session: "x11", waylandDisplay: nil) == .x11)
        #expect(ScreenSystem.of(session: "wayland", waylandDisplay: nil) == .portal)
        #expect(ScreenSystem.of(session: nil, waylandDisplay: "wayland-0") == .portal)
    }
}
