/// Which rendering is asked for.
public enum RenderMethod: String, Codable, Sendable, CaseIterable {
    /// Smart where that is safe, else full.
    case auto
    /// Smart, with two sets of parameters where it must be; where it cannot be at all, that is an error.
    case smart
    /// Full: all frames are decoded and encoded.
    case full
}
