/// What a scene shows.
public enum SceneKind: String, CaseIterable, Hashable, Sendable {
    /// The whole canvas changes with each frame.
    case motion
    /// A page of text on which a letter appears eight times a second.
    case typing
    /// One frame that never changes.
    case still
    /// Motion and stillness in turn.
    case pulsed
}
