/// Words of a shell's command line.
enum ShellWord {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=@%+")

    /// The text as one word, whatever is in it.
    static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.allSatisfy(plain.contains) { return text }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
