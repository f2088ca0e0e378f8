import ReplayTestSupport
import Testing

@testable import DBus

/// Checks values of D-Bus, marshalled and read back by libdbus.
@Suite struct BusValueTests {
    private func carried(_ values: [BusValue]) throws -> [BusValue] {
        let call = BusCall(
            "org.example.A", path: "/org/example", interface: "org.example.B", method: "C", arguments: values)
        return try #require(call.message).arguments
    }

    @Test("Whatever is sent is what arrives")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let values = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                BusValue.random(depth: 3, using: &random)
            }
            #expect(try carried(values) == values)
        }
    }

    @Test("An option is a string and a variant, whose value stands by itself")
    func dictionary() throws {
        let options = BusValue.dictionary(["types": .uint32(3), "inner": .dictionary(["a": .string("b")])])
        #expect(options.signature == "a{sv}")
        #expect(try carried([options]) == [options])
    }

    @Test("Text ends at its first NUL")
    func text() throws {
        #expect(try carried([.string("ab\0cd"), .string("ü’🎥")]) == [.string("ab"), .string("ü’🎥")])
    }
}

extension BusValue {
    fileprivate static func random(depth: Int, using random: inout SplitMix64) -> BusValue {
        let inner = { (random: inout SplitMix64) in BusValue.random(depth: depth - 1, using: &random) }
        switch Int.random(in: 0...(depth > 0 ? 11 : 7), using: &random) {
        case 0: return .boolean(Bool.random(using: &random))
        case 1: return .int32(Int32.random(in: .min ... .max, using: &random))
        case 2: return .uint32(UInt32.random(in: .min ... .max, using: &random))
        case 3: return .int64(Int64.random(in: .min ... .max, using: &random))
        case 4: return .uint64(UInt64.random(in: .min ... .max, using: &random))
        case 5: return .double(Double.random(in: -1e9...1e9, using: &random))
        case 6: return .string("text \(UInt16.random(in: .min ... .max, using: &random))")
        case 7: return .objectPath("/a/b\(UInt16.random(in: .min ... .max, using: &random))")
        case 8: return .variant(inner(&random))
        case 9: return .structure((0...Int.random(in: 0...3, using: &random)).map { _ in inner(&random) })
        case 10: return .array(element: "u", (0..<Int.random(in: 0...4, using: &random)).map { .uint32(UInt32($0)) })
        default:
            let keys = (0..<Int.random(in: 0...4, using: &random)).map { "key\($0)" }
            // A variant inside a variant is read as its value. The portal sends none.
            return .dictionary(Dictionary(uniqueKeysWithValues: keys.map { ($0, inner(&random).unwrapped) }))
        }
    }
}
