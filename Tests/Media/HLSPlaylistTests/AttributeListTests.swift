import HLSPlaylist
import ReplayTestSupport
import Testing

@Suite struct AttributeListTests {
    @Test("A quoted value ends where its text ends, whatever that is")
    func quoting() {
        var random = SplitMix64.seeded()
        for _ in 0..<500 {
            let scalars = (0..<8).map { _ in
                [0x22, 0x0A, 0x0D, 0x301, 0x2C, 0x3D, 0x85, 0x2028, 0x41, 0x1F600].randomElement(using: &random) ?? 0
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
            let list = AttributeList([.quoted("NAME", text), AttributeList.Attribute("DEFAULT", "YES")])
            let (parsed, fault) = AttributeList.parse(list.description)
            #expect(parsed == list && fault == nil)
            #expect(!list.description.utf8.contains { $0 == 0x0A || $0 == 0x0D })
        }
    }

    @Test("A list that is not valid has its attributes up to the fault")
    func faults() {
        func parse(_ text: String) -> [String] {
            let (list, fault) = AttributeList.parse(text)
            return [list.description, fault ?? ""]
        }
        #expect(parse("") == ["", ""])
        #expect(parse("A=1,B=\"x,y\"") == ["A=1,B=\"x,y\"", ""])
        #expect(parse("A=1,b=2") == ["A=1", "“b=2” is not NAME=VALUE"])
        #expect(parse("A=1,") == ["", "“A=1,” is not NAME=VALUE"])
        #expect(parse("A=\"1") == ["", "“A=\"1” is not NAME=VALUE"])
        #expect(parse("A=1,A=2") == ["A=1,A=2", "A occurs twice"])
    }
}
