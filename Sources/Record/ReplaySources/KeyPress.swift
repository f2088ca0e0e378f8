package import MediaTime

/// A shortcut that the user has pressed.
package struct KeyPress: Hashable, Sendable {
    package let time: HostTime
    package let chord: KeyChord

    package init(time: HostTime, chord: KeyChord) { (self.time, self.chord) = (time, chord) }
}

/// A key with its modifiers, as they are recorded: a chord with Ctrl, Alt or Super, or a key that types nothing.
package struct KeyChord: Hashable, Sendable {
    /// A modifier, in the order in which chords name them.
    package enum Modifier: Hashable, Sendable, CaseIterable {
        case control, alt, superKey, shift
    }

    package let modifiers: Set<Modifier>
    /// The name of the key, such as `S` or `F5`.
    package let key: String

    package init(_ modifiers: Set<Modifier>, key: String) { (self.modifiers, self.key) = (modifiers, key) }
}
