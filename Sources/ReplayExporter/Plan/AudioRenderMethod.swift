/// How audio is brought over where one track is heard as it was recorded.
public enum AudioRenderMethod: String, Codable, Sendable, CaseIterable {
    /// Packets are copied and come to stand up to half of one (11 ms) beside their exact place.
    case auto
    /// All is encoded; every sample is in its place.
    case exact
}
