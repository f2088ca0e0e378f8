/// A fragmented file from ffmpeg, divided at its fragments.
struct Fragments {
    /// The boxes ftyp and moov.
    let header: [UInt8]
    /// The fragments, each a moof and its mdat.
    let parts: [[UInt8]]

    init(_ bytes: [UInt8]) {
        var boxes: [(type: String, bytes: [UInt8])] = []
        var rest = bytes[...]
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            boxes.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), Array(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        header = boxes.prefix { $0.type != "moof" }.flatMap(\.bytes)
        var parts: [[UInt8]] = []
        for box in boxes {
            if box.type == "moof" { parts.append(box.bytes) }
            if box.type == "mdat", !parts.isEmpty { parts[parts.count - 1] += box.bytes }
        }
        self.parts = parts
    }

    private init(header: [UInt8], parts: [[UInt8]]) { (self.header, self.parts) = (header, parts) }

    /// Returns `count` parts. The last one includes all the following parts.
    func joined(into count: Int) -> Fragments {
        let last = parts[(count - 1)...].flatMap { $0 }
        return Fragments(header: header, parts: parts.prefix(count - 1) + [last])
    }
}

extension [UInt8] {
    /// Returns the position of a box type, with the given number among equal types.
    func place(of type: String, _ number: Int = 0) -> Int? {
        let name = Array(type.utf8)
        let places = indices.dropLast(name.count - 1).filter { self[$0] == name[0] && self[$0...].starts(with: name) }
        return number < places.count ? places[number] : nil
    }

    /// Returns a 32-bit number at an offset after a box's type.
    func number(behind type: String, at offset: Int, _ number: Int = 0) -> Int {
        guard let place = place(of: type, number) else { return 0 }
        return self[(place + 4 + offset)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func set(_ value: UInt32, behind type: String, at offset: Int) {
        guard let place = place(of: type) else { return }
        for byte in 0..<4 {
            self[place + 4 + offset + byte] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * byte))
        }
    }
}
