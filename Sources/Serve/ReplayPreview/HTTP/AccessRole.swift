import HTTPTypes

/// The rights of a request.
enum AccessRole: Equatable, Sendable {
    /// Everything.
    case owner
    /// The routes for viewers, and of all recordings only this one.
    case viewer(of: String)

    /// Returns true if a request with these rights may use a route.
    /// - Parameter path: The path of the request. The third component of `api/recordings/ID` names the recording.
    func permits(_ route: Route, at path: [String]) -> Bool {
        guard case .viewer(let recording) = self else { return true }
        guard route.isForViewers else { return false }
        return !path.starts(with: ["api", "recordings"]) || path.count > 2 && path[2] == recording
    }
}
