/// Called before the output is renamed into place, so that a job that is killed right after is recognized. The
/// arguments are the file's size in bytes and its `ContentHash`, or those of the list of files for a folder.
package typealias OutputAnnouncement = @Sendable (_ bytes: Int64, _ hash: String) throws -> Void
