import DBus
import Descriptors
import Glibc
import MediaTime
package import ReplaySources
package import SystemPackage

/// A session of the desktop portal that shares a screen. The sharing ends when this object is freed. Use it from one
/// thread at a time.
package final class PortalSession {
    /// The capabilities of the portal.
    package let abilities: PortalAbilities
    private let bus: BusConnection
    /// The object path of the session.
    private let handle: String
    let grant: PortalGrant

    /// The shared source.
    package var source: SharedSource { grant.source }
    /// The restore token for the next request, or nil if the portal does not remember the choice.
    package var token: String? { grant.token }
    var descriptor: FileDescriptor { bus.descriptor }

    private init(_ portal: Portal, handle: String, grant: PortalGrant) {
        abilities = portal.abilities
        bus = portal.bus
        self.handle = handle
        self.grant = grant
    }

    deinit {
        bus.send(BusCall(PortalName.service, path: handle, interface: PortalName.session, method: "Close"))
    }

    /// Returns the capabilities of this desktop's portal.
    /// - Throws: `noPortal` if there is none or it does not answer.
    package static func findAbilities() throws(CaptureError) -> PortalAbilities { try Portal.connect().abilities }

    /// Requests sharing and waits until the user has answered the portal's dialog.
    /// - Parameter interruptions: Descriptors that end the wait for the user when one becomes readable.
    /// - Throws: `noPortal`, also if the choice should be remembered or the pointer captured apart, but cannot be;
    ///   `noSuchTarget` if the portal has no source of these kinds; `notShared` if the user refuses.
    package static func open(
        _ request: PortalRequest, interruptions: [FileDescriptor] = []
    ) throws(CaptureError) -> PortalSession {
        let portal = try Portal.connect()
        let request = try portal.abilities.possible(request)
        try portal.watch()
        let handle = try portal.createSession()
        do throws(CaptureError) {
            let selection = portal.screenCast("SelectSources", on: handle, options: request.options(portal.abilities))
            _ = try portal.ask(selection, until: .now + Portal.answerLimit, interruptions: interruptions)
            let start = portal.screenCast("Start", on: handle, window: true)
            // No timeout, because the user may take any time to decide.
            let results = try portal.ask(start, until: .distantFuture, interruptions: interruptions)
            guard let grant = PortalGrant(results, asked: request.kinds) else {
                throw CaptureError(.notShared, reason: "the desktop portal shared nothing")
            }
            return PortalSession(portal, handle: handle, grant: grant)
        } catch {
            portal.bus.send(BusCall(PortalName.service, path: handle, interface: PortalName.session, method: "Close"))
            throw error
        }
    }

    /// Opens a connection to PipeWire that gives access only to the shared source.
    func openRemote() throws(CaptureError) -> OwnedDescriptor {
        let call = BusCall(
            PortalName.service, path: PortalName.path, interface: PortalName.screenCast, method: "OpenPipeWireRemote",
            arguments: [.objectPath(handle), .dictionary([:])])
        do throws(BusError) {
            if let socket = try bus.call(call).takeDescriptor() { return socket }
        } catch {
            throw CaptureError(.noPortal, reason: "the desktop portal opened no connection to PipeWire: \(error)")
        }
        throw CaptureError(.noPortal, reason: "the desktop portal opened no connection to PipeWire")
    }

    /// Reads the portal's messages without blocking.
    /// - Throws: `sharingEnded`, `displayLost`.
    func receive() throws(CaptureError) {
        do throws(BusError) { try bus.receive() } catch {
            throw CaptureError(.displayLost, reason: "the desktop session was lost: \(error)")
        }
        while let message = bus.nextMessage() {
            switch message.member {
            case "\(PortalName.session).Closed" where message.path == handle:
                throw CaptureError(.sharingEnded, reason: "the desktop stopped sharing the \(sourceName)")
            case "org.freedesktop.DBus.NameOwnerChanged" where Portal.isLoss(message.arguments):
                throw CaptureError(.displayLost, reason: "the desktop portal ended")
            default: continue
            }
        }
    }

    private var sourceName: String { source.kind.map { "\($0)" } ?? "screen" }
}

extension PortalAbilities {
    /// Returns the request without the kinds that the portal does not support.
    /// - Throws: `noSuchTarget` if no kind is left, `noPortal` if the choice should be remembered or the pointer captured
    ///   apart, but cannot be.
    func possible(_ request: PortalRequest) throws(CaptureError) -> PortalRequest {
        guard !request.isRemembered || version >= PortalRequest.rememberingVersion else {
            throw CaptureError(
                .noPortal,
                reason: "this desktop’s portal does not remember what it shares: "
                    + "its ScreenCast interface has version \(version), "
                    + "but \(PortalRequest.rememberingVersion) is required",
                remedy: "leave out --remember, and choose each time")
        }
        guard request.pointer != .apart || hasCursorMetadata else {
            throw CaptureError(
                .noPortal, reason: "this desktop’s portal does not report the pointer apart from the frames",
                remedy: "leave out --pointer apart, and the pointer is in the frames")
        }
        var possible = request
        possible.kinds = request.kinds.filter(kinds.contains)
        guard possible.kinds.isEmpty else { return possible }
        let there = kinds.isEmpty ? "" : ", only " + kinds.map { "\($0)s" }.joined(separator: " and ")
        let wanted = request.kinds.map { "\($0)s" }.joined(separator: " or ")
        throw CaptureError(
            .noSuchTarget, reason: "this desktop’s portal shares no \(wanted)\(there)",
            remedy: "record another kind of source, or an X11 display with --display")
    }
}
