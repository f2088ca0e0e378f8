import ReplayLibrary
package import ReplayTimeline

/// The contents of `edit.json`: the decisions about a recording and their history.
package struct EditDocument: JSONDocument {
    package enum Field: String, CodingKey, CaseIterable { case version, history }
    package static let currentVersion = 1
    package static let fileName = "edit.json"

    package let version: Int
    package var history: EditHistory

    package init(history: EditHistory) {
        version = Self.currentVersion
        self.history = history
    }
}
