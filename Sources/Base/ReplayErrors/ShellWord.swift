/// Quoting of words for the command line of a POSIX shell.
package enum ShellWord {
    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:@%+".utf8)

    /// Returns the text as one shell word, quoted if necessary. Zero bytes are left out, because no word can contain
    /// them. Pass the shell the `pathBytes` of the command line that contains the word.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(plain.contains) { return text }
        // By bytes: “'” and a combining mark after it are one character in Swift, but two in the shell.
        let bytes = text.utf8.flatMap { byte in
            switch byte {
            case 0: [UInt8]()
            case UInt8(ascii: "'"): Array("'\\''".utf8)
            default: [byte]
            }
        }
        return "'" + String(decoding: bytes, as: UTF8.self) + "'"
    }
}
