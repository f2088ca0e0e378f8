import Synchronization

/// The tokens of a server: the owner's, and one for viewers while a session of watching together lasts.
final class AccessTokens: Sendable {
    let owner: AccessToken
    /// The token of viewers, or nil if there are none.
    let viewer: AccessToken?
    private let recording: String
    private let hasEnded = Atomic(false)

    /// The rights that a token gives.
    enum Rights: Equatable {
        case role(AccessRole)
        /// The token was that of a session that has ended.
        case ended
        case none
    }

    /// - Parameter recording: The recording that viewers may watch, or nil if there are no viewers.
    init(owner: AccessToken = AccessToken(), viewersOf recording: String? = nil) {
        self.owner = owner
        viewer = recording.map { _ in AccessToken() }
        self.recording = recording ?? ""
    }

    /// Returns the rights of a text.
    func rights(of candidate: some StringProtocol) -> Rights {
        if owner.matches(candidate) { return .role(.owner) }
        guard let viewer, viewer.matches(candidate) else { return .none }
        return hasEnded.load(ordering: .relaxed) ? .ended : .role(.viewer(of: recording))
    }

    /// Makes the viewers' token invalid, for good.
    func endViewing() { hasEnded.store(true, ordering: .relaxed) }
}
