import Descriptors
import SystemPackage
import Testing

@Suite struct OwnedDescriptorTests {
    private func pipe() throws -> (reader: OwnedDescriptor, writer: OwnedDescriptor) {
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        return (OwnedDescriptor(ends.readEnd), OwnedDescriptor(ends.writeEnd))
    }

    private func read(_ file: OwnedDescriptor) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            count = try file.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    @Test("It is closed with the last who holds it")
    func lastHolder() throws {
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        let reader = OwnedDescriptor(ends.readEnd)
        do {
            let writer = OwnedDescriptor(ends.writeEnd)
            try writer.descriptor.writeAll([1])
        }
        #expect(try [read(reader), read(reader)] == [[1], []])
    }

    @Test("It is closed once: by then the number may be somebody else's")
    func closing() throws {
        let (reader, writer) = try pipe()
        try writer.close()
        #expect(try read(reader).isEmpty)
        try writer.close()
    }

    @Test("What has been taken over by another stays open")
    func release() throws {
        let (reader, writer) = try pipe()
        let other = writer.descriptor
        do {
            let given = try #require(OwnedDescriptor(other.rawValue))
            given.release()
        }
        try writer.descriptor.writeAll([2])
        #expect(try read(reader) == [2])
    }

    @Test("What a C function could not open is nothing")
    func failure() { #expect(OwnedDescriptor(-1) == nil) }
}
