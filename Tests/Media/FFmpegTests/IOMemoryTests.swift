import FFmpeg
import Testing

@Suite struct IOMemoryTests {
    private func write(_ bytes: [UInt8], to memory: IOMemory) throws {
        try bytes.withUnsafeBytes { try memory.write($0) }
    }

    private func read(_ count: Int, from memory: IOMemory) throws -> [UInt8] {
        var filled = 0
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBytes { filled = try memory.read(into: $0) }
        return Array(bytes[..<filled])
    }

    @Test("What is written is read again, in pieces, up to the end")
    func reading() throws {
        let memory = IOMemory([1, 2, 3, 4, 5])
        #expect(try read(3, from: memory) == [1, 2, 3])
        #expect(try read(3, from: memory) == [4, 5])
        #expect(try read(3, from: memory).isEmpty)
        memory.offset = 4
        #expect(try read(3, from: memory) == [5])
        memory.offset = 9
        #expect(try read(3, from: memory).isEmpty)
    }

    @Test("What is written over what is there replaces it, and a hole is of zeros")
    func overwriting() throws {
        let memory = IOMemory()
        try write([1, 2, 3], to: memory)
        memory.offset = 1
        try write([8, 9, 10], to: memory)
        memory.offset = 6
        try write([7], to: memory)
        #expect(memory.size == 7)
        #expect(memory.take() == [1, 8, 9, 10, 0, 0, 7])
    }

    @Test("What was taken is not there any more, and the file goes on behind it")
    func taking() throws {
        let memory = IOMemory()
        try write([1, 2, 3], to: memory)
        #expect(memory.take() == [1, 2, 3])
        #expect(memory.take().isEmpty)
        try write([4, 5], to: memory)
        #expect(memory.size == 5)
        #expect(memory.take() == [4, 5])
        memory.offset = 4
        #expect(throws: FFmpegError.Code.self) { try write([6], to: memory) }
        #expect(throws: FFmpegError.Code.self) { try read(1, from: memory) }
    }
}
