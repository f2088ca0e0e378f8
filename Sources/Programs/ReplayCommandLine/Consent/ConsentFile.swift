import Files
import FoundationEssentials
import MediaTime
import ReplayControl
import ReplayLibrary

/// Where the last answer is kept, for the user alone: in the run-time folder, which goes with the session.
package struct ConsentFile {
    private static let name = "consent.json"
    private static let longest = 4 << 10

    private let folder: Directory

    /// - Throws: `FileSystemError`.
    package init() throws {
        folder = try RuntimeFolder.open()
    }

    /// The last answer, whether it holds or not; nil where there is none that can be read: the user is asked again.
    package func read() -> Consent? {
        try? JSONDecoder().decode(Consent.self, from: Data(folder.contents(of: Self.name, first: Self.longest)))
    }

    package func keep(_ consent: Consent) throws {
        try folder.replace(Self.name, with: [UInt8](JSONEncoder().encode(consent)))
    }
}
