import ReplaySources

/// The state of a keyboard, from which follows which presses are shortcuts. A pure value.
///
/// A chord needs Ctrl, Alt or Super. A press of a key that types a character alone or with Shift is nothing, and so is
/// each press while AltGr is held.
struct KeyTracker {
    /// The symbols of a key code.
    private var symbols: (UInt8) -> [KeySymbol]
    /// The key codes that are pressed, so that repetitions do not count.
    private var pressed: Set<UInt8>
    /// True from Ctrl+Shift+U until one of both modifiers is released: the keys between enter the number of a character.
    private var isEnteringNumber = false

    /// - Parameters:
    ///   - pressed: The key codes that are pressed at the start.
    ///   - symbols: Returns the symbols of a key code, in the order of the layouts.
    init(pressed: Set<UInt8> = [], symbols: @escaping (UInt8) -> [KeySymbol]) {
        (self.pressed, self.symbols) = (pressed, symbols)
    }

    /// Replaces the layout of the keyboard.
    mutating func replaceSymbols(_ symbols: @escaping (UInt8) -> [KeySymbol]) { self.symbols = symbols }

    /// Returns the shortcut of a press, or nil if it is none.
    mutating func press(_ code: UInt8) -> KeyChord? {
        let isRepeated = !pressed.insert(code).inserted
        guard !isRepeated, let role = role(of: code) else { return nil }
        let held = pressed.filter { $0 != code }.compactMap { self.role(of: $0) }
        guard !held.contains(.levelChooser) else { return nil }
        let modifiers = Set(
            held.compactMap { role -> KeyChord.Modifier? in
                if case .modifier(let modifier) = role { modifier } else { nil }
            })
        isEnteringNumber = isEnteringNumber && modifiers.isSuperset(of: Self.entering)
        if isEnteringNumber { return nil }
        isEnteringNumber = role == .key("U") && modifiers == Self.entering
        switch role {
        case .command(let name): return KeyChord(modifiers, key: name)
        case .key(let name): return modifiers.isSubset(of: [.shift]) ? nil : KeyChord(modifiers, key: name)
        case .modifier, .levelChooser: return nil
        }
    }

    private static let entering: Set<KeyChord.Modifier> = [.control, .shift]

    mutating func release(_ code: UInt8) {
        pressed.remove(code)
        if case .modifier = role(of: code) { isEnteringNumber = false }
    }

    /// Returns the role of a key: that of its first symbol, but for a letter the first Latin one, as programs do.
    private func role(of code: UInt8) -> KeySymbol.Role? {
        symbols(code).lazy.compactMap(\.role).first
    }
}
