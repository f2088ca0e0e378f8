import Foundation

/// The project's folder, for tests that read its scripts, sample media and documents.
package enum ProjectFolder {
    package static let url = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// Returns the absolute path of a file.
    /// - Parameter path: The path relative to the project's folder.
    package static func path(_ path: String) -> String { url.appending(path: path).path }
}
