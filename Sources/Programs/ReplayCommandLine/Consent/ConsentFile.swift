import Files
import FoundationEssentials
import MediaTime
import ReplayControl
import ReplayLibrary

/// The file of the last answer. Only the user can read it. It is in the runtime folder, which ends with the session.
package struct ConsentFile {
    private static let name = "consent.json"
    private static let longest = 4 << 10

    private let folder: Directory

    /// Opens the runtime folder.
    /// - Throws: `FileSystemError`.
    package init() throws {
        folder = try RuntimeFolder.open()
    }

    /// Returns the last answer, valid or not. Nil if none can be read, so that the user is asked again.
    package func read() -> Consent? {
        try? JSONDecoder().decode(Consent.self, from: Data(folder.contents(of: Self.name, first: Self.longest)))
    }

    package func keep(_ consent: Consent) throws {
        try folder.replace(Self.name, with: [UInt8](JSONEncoder().encode(consent)))
    }
}
