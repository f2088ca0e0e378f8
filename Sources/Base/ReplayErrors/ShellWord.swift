/// Words of a POSIX shell's command line.
package enum ShellWord {
    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:@%+".utf8)

    /// The text as one word, whatever bytes are in it; a zero byte, which no word can hold, is left out. The shell must be given
    /// the `pathBytes` of what this becomes a part of.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(plain.contains) { return text }
        // By bytes: “'” and a combining mark after it are one character to Swift, and two to the shell.
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
