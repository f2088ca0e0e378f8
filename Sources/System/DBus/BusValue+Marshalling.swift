import CDBus

/// The type codes of libdbus, which are macros that Swift does not import.
private enum TypeCode {
    static let array = code("a")
    static let dictionaryEntry = code("e")
    static let structure = code("r")
    static let variant = code("v")

    static func code(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }
}

extension BusValue {
    /// Appends the value to a message. A failure means that memory is short, which the next call reports.
    func append(to iterator: inout DBusMessageIter) {
        switch self {
        case .boolean(let value): Self.append(dbus_bool_t(value ? 1 : 0), as: "b", to: &iterator)
        case .int32(let value): Self.append(value, as: "i", to: &iterator)
        case .uint32(let value): Self.append(value, as: "u", to: &iterator)
        case .int64(let value): Self.append(value, as: "x", to: &iterator)
        case .uint64(let value): Self.append(value, as: "t", to: &iterator)
        case .double(let value): Self.append(value, as: "d", to: &iterator)
        case .string(let text): Self.append(text, as: "s", to: &iterator)
        case .objectPath(let path): Self.append(path, as: "o", to: &iterator)
        case .variant(let value):
            Self.contain(TypeCode.variant, signature: value.signature, in: &iterator) { value.append(to: &$0) }
        case .structure(let fields):
            Self.contain(TypeCode.structure, signature: nil, in: &iterator) {
                for field in fields { field.append(to: &$0) }
            }
        case .array(let element, let values):
            Self.contain(TypeCode.array, signature: element, in: &iterator) {
                for value in values { value.append(to: &$0) }
            }
        case .dictionary(let entries): Self.append(entries, to: &iterator)
        }
    }

    private static func append(_ entries: [String: BusValue], to iterator: inout DBusMessageIter) {
        contain(TypeCode.array, signature: "{sv}", in: &iterator) { array in
            // Sorted, so that equal values give equal bytes.
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                contain(TypeCode.dictionaryEntry, signature: nil, in: &array) { entry in
                    append(key, as: "s", to: &entry)
                    BusValue.variant(value).append(to: &entry)
                }
            }
        }
    }

    private static func contain(
        _ type: Int32, signature: String?, in iterator: inout DBusMessageIter,
        body: (inout DBusMessageIter) -> Void
    ) {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, type, signature, &inner) != 0 else { return }
        body(&inner)
        _ = dbus_message_iter_close_container(&iterator, &inner)
    }

    private static func append<Fixed: BitwiseCopyable>(
        _ value: Fixed, as type: Unicode.Scalar, to iterator: inout DBusMessageIter
    ) {
        var value = value
        _ = dbus_message_iter_append_basic(&iterator, TypeCode.code(type), &value)
    }

    private static func append(_ text: String, as type: Unicode.Scalar, to iterator: inout DBusMessageIter) {
        // libdbus aborts the process if a string contains a NUL before its end.
        text.prefix { $0 != "\0" }.withCString { pointer in
            var pointer: UnsafePointer<CChar>? = pointer
            _ = dbus_message_iter_append_basic(&iterator, TypeCode.code(type), &pointer)
        }
    }
}

extension BusValue {
    /// Reads all values from the iterator on, without those of types that ``BusValue`` does not have. libdbus has
    /// validated the message, whose containers are at most 64 deep.
    static func values(at iterator: inout DBusMessageIter) -> [BusValue] {
        var values: [BusValue] = []
        while dbus_message_iter_get_arg_type(&iterator) != 0 {
            if let value = BusValue(at: &iterator) { values.append(value) }
            guard dbus_message_iter_next(&iterator) != 0 else { break }
        }
        return values
    }

    private init?(at iterator: inout DBusMessageIter) {
        let type = dbus_message_iter_get_arg_type(&iterator)
        switch UInt8(exactly: type).map({ Unicode.Scalar($0) }) {
        case "b": self = .boolean(Self.read(at: &iterator, as: dbus_bool_t(0)) != 0)
        case "i": self = .int32(Self.read(at: &iterator, as: 0))
        case "u": self = .uint32(Self.read(at: &iterator, as: 0))
        case "x": self = .int64(Self.read(at: &iterator, as: 0))
        case "t": self = .uint64(Self.read(at: &iterator, as: 0))
        case "d": self = .double(Self.read(at: &iterator, as: 0))
        case "s": self = .string(Self.text(at: &iterator))
        case "o": self = .objectPath(Self.text(at: &iterator))
        case "v":
            guard let value = Self.contents(of: &iterator).first else { return nil }
            self = .variant(value)
        case "r": self = .structure(Self.contents(of: &iterator))
        case "a": self = Self.array(at: &iterator)
        default: return nil
        }
    }

    private static func array(at iterator: inout DBusMessageIter) -> BusValue {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        let signature = dbus_message_iter_get_signature(&inner)
        defer { dbus_free(signature) }
        let element = signature.map { String(cString: $0) } ?? ""
        guard element == "{sv}" else { return .array(element: element, values(at: &inner)) }
        var entries: [String: BusValue] = [:]
        while dbus_message_iter_get_arg_type(&inner) != 0 {
            let pair = contents(of: &inner)
            if pair.count == 2, let key = pair[0].text { entries[key] = pair[1].unwrapped }
            guard dbus_message_iter_next(&inner) != 0 else { break }
        }
        return .dictionary(entries)
    }

    private static func contents(of iterator: inout DBusMessageIter) -> [BusValue] {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        return values(at: &inner)
    }

    private static func read<Fixed: BitwiseCopyable>(at iterator: inout DBusMessageIter, as value: Fixed) -> Fixed {
        var value = value
        dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    private static func text(at iterator: inout DBusMessageIter) -> String {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        return pointer.map { String(cString: $0) } ?? ""
    }
}
