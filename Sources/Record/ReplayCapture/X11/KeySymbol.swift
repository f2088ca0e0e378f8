import ReplaySources

/// A symbol of an X11 keyboard, by its number in `keysymdef.h`.
struct KeySymbol: Hashable {
    let number: UInt32

    /// The role of a key in a chord.
    enum Role: Hashable {
        case modifier(KeyChord.Modifier)
        /// The key chooses another character (AltGr), so that what is pressed with it is text.
        case levelChooser
        /// The key can be a part of a chord, and has this name.
        case key(String)
        /// The key types nothing and has this name.
        case command(String)
    }

    /// The role of the key, or nil if the symbol has none here.
    var role: Role? {
        switch number {
        case 0xFFE1, 0xFFE2: .modifier(.shift)
        case 0xFFE3, 0xFFE4: .modifier(.control)
        case 0xFFE7...0xFFEA: .modifier(.alt)
        case 0xFFEB...0xFFEE: .modifier(.superKey)
        case 0xFE03, 0xFE11, 0xFF7E: .levelChooser
        case 0xFFBE...0xFFD5: .command("F\(number - 0xFFBD)")
        default: Self.commands[number].map { .command($0) } ?? (Self.named[number] ?? letter).map { .key($0) }
        }
    }

    /// The keys that type nothing, neither into a document nor into a password.
    private static let commands: [UInt32: String] = [0xFF1B: "Esc", 0xFF61: "Print", 0xFF67: "Menu", 0xFF13: "Pause"]

    /// The keys that edit text, which count only with a modifier.
    private static let named: [UInt32: String] = [
        0xFF08: "Backspace", 0xFF09: "Tab", 0xFE20: "Tab", 0xFF0D: "Enter", 0xFF8D: "Enter", 0xFFFF: "Delete",
        0xFF63: "Insert", 0xFF50: "Home", 0xFF57: "End", 0xFF55: "Page Up", 0xFF56: "Page Down", 0xFF51: "←",
        0xFF52: "↑", 0xFF53: "→", 0xFF54: "↓", 0x20: "Space",
    ]

    /// The character of Latin-1 in upper case, as on the key.
    private var letter: String? {
        guard (0x21...0x7E).contains(number) || (0xA1...0xFF).contains(number), let scalar = Unicode.Scalar(number)
        else {
            return nil
        }
        return String(Character(scalar)).uppercased()
    }
}
