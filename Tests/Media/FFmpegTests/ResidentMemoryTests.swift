import Testing

@testable import FFmpeg

@Suite struct ResidentMemoryTests {
    @Test("Pages that were given back come again when they are wanted, and the process is smaller")
    func settle() {
        let before = ResidentMemory.residentBytes
        ResidentMemory.settle()
        let after = ResidentMemory.residentBytes
        #expect(before > 0 && after > 0)
        #expect(after < before)
    }
}
