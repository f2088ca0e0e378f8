package import ReplayErrors

/// An error that occurs while drawing text.
package enum TextRenderingError: CategorizedError, Hashable {
    /// No font is installed.
    case noFont
    /// libass could not be started.
    case outOfMemory

    package var category: ErrorCategory {
        switch self {
        case .noFont: .unavailable
        case .outOfMemory: .failed
        }
    }

    package var description: String {
        switch self {
        case .noFont: "text cannot be drawn: there is no font; install one, such as the package fonts-dejavu-core"
        case .outOfMemory: "text cannot be drawn: there is not enough memory"
        }
    }
}
