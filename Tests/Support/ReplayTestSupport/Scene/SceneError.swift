/// An error that prevents a scene. The description is a sentence.
public struct SceneError: Error, Hashable, CustomStringConvertible {
    /// The failure and its reason.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
