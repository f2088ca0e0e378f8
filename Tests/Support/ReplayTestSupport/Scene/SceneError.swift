/// Why a scene cannot be shown. The description is a sentence.
public struct SceneError: Error, Hashable, CustomStringConvertible {
    /// What failed and why.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
