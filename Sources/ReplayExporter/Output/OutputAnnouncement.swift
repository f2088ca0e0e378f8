/// Told what is about to get its name, so that it is known again where its maker is killed right after: the file’s size in
/// bytes, or that of the list in a folder, and its `ContentHash`.
package typealias OutputAnnouncement = @Sendable (_ bytes: Int64, _ hash: String) throws -> Void
