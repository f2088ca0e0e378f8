import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import AAC
@testable import BitCoding
@testable import H264

/// Checks bits and NAL units of H.264, and headers of AAC: written data is read back, and no bytes cause a trap.
@Suite struct BitstreamTests {
    @Test(
        "Exp-Golomb codes are read as table 9-1 has them",
        arguments: [("1", 0, 0), ("010", 1, 1), ("011", 2, -1), ("00100", 3, 2), ("00111", 6, -3), ("0001000", 7, 4)])
    func codes(bits: String, unsigned: UInt32, signed: Int32) {
        let padded = bits + String(repeating: "0", count: 16 - bits.count)
        let bytes = [UInt8(padded.prefix(8), radix: 2) ?? 0, UInt8(padded.suffix(8), radix: 2) ?? 0]
        var reader = BitReader(bytes)
        #expect(reader.ue() == unsigned)
        #expect(reader.position == bits.count)
        var again = BitReader(bytes)
        #expect(again.se() == signed)
        #expect(!again.isExhausted)
    }

    @Test("Beyond the end there are zeros, and that is said")
    func end() {
        var reader = BitReader([0xFF])
        #expect(reader.bits(12) == 0xFF0)
        #expect(reader.isExhausted)
        var zeros = BitReader([UInt8](repeating: 0, count: 9))
        #expect(zeros.ue() == 0 && zeros.isExhausted)
    }

    @Test("A payload is the same after it was written and read, and holds no start code meanwhile")
    func payloads() {
        var random = SplitMix64.seeded()
        for _ in 0..<500 {
            // Mostly zeros, and the values that may follow them in a start code.
            var payload = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                UInt8.random(in: 0...4, using: &random) & UInt8.random(in: 0...255, using: &random)
            }
            payload.append(0x80)
            let unit = NALUnit([0x65]).replacing(rbsp: payload)
            #expect(unit.rbsp == payload)
            let triples = zip(unit.bytes, zip(unit.bytes.dropFirst(), unit.bytes.dropFirst(2)))
            #expect(!triples.contains { $0 == 0 && $1.0 == 0 && $1.1 < 3 })
            let access = AccessUnit([unit, NALUnit([0x41, 0x9A])])
            #expect(AccessUnit(sample: access.sample(lengthSize: 4), lengthSize: 4) == access)
            let startCoded: [UInt8] = [0, 0, 0, 1] + unit.bytes + [0, 0, 1, 0x41, 0x9A]
            #expect(AccessUnit(startCoded: startCoded) == access)
        }
    }

    @Test("What is behind a payload's beginning stays as it is behind another")
    func parts() {
        var random = SplitMix64.seeded()
        var parted = 0
        for _ in 0..<1000 {
            func payload(_ count: ClosedRange<Int>, from values: ClosedRange<UInt8>) -> [UInt8] {
                (0..<Int.random(in: count, using: &random)).map { _ in
                    UInt8.random(in: values, using: &random) & UInt8.random(in: 0...255, using: &random)
                }
            }
            let whole = payload(1...60, from: 0...6) + [0x80]
            let unit = NALUnit([0x65]).replacing(rbsp: whole)
            let count = Int.random(in: 0...20, using: &random)
            let (beginning, rest) = unit.split(after: count)
            #expect(beginning == Array(whole.prefix(beginning.count)))
            guard !rest.isEmpty else {
                #expect(beginning == whole)
                continue
            }
            #expect(beginning.count > count)
            parted += 1
            let other = payload(0...20, from: 0...3) + beginning.suffix(1)
            let made = unit.replacing(rbsp: other, before: rest)
            #expect(made == NALUnit([0x65]).replacing(rbsp: other + whole[beginning.count...]))
        }
        #expect(parted > 100)
    }

    @Test("Lengths that do not fill a sample are no frame")
    func lengths() {
        #expect(AccessUnit(sample: [0, 0, 0, 2, 0x65, 1], lengthSize: 4)?.isIDR == true)
        for sample: [UInt8] in [
            [], [0, 0, 0, 3, 0x65, 1], [0, 0, 0, 1, 0x65, 1], [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0x65],
        ] {
            #expect(AccessUnit(sample: sample, lengthSize: 4) == nil)
        }
    }

    @Test("Any bytes are read to an end")
    func noise() {
        var random = SplitMix64.seeded()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let unit = NALUnit([0x67] + bytes)
            if let sequence = SequenceParameterSet(unit), let picture = PictureParameterSet(NALUnit([0x68] + bytes)) {
                let sets = ParameterSets(sequence: sequence, picture: picture)
                _ = (SliceStart(NALUnit([0x65] + bytes), sets: [picture.id: sets]), sets.scalingLists)
            }
            if let configuration = AVCConfiguration(bytes) {
                #expect(AVCConfiguration(configuration.bytes) == configuration)
            }
            _ = (AVCConfiguration(startCoded: bytes), AudioSpecificConfig(bytes), AACWindow(bytes))
            _ = (AccessUnit(start: bytes, lengthSize: 4), SliceStart.isIntra(NALUnit(bytes)))
        }
    }

    @Test("AAC-LC is told from its extensions")
    func audio() throws {
        let stereo = try #require(AudioSpecificConfig([0x11, 0x90, 0x56, 0xE5, 0x00]))
        #expect(stereo.sampleRate == 48_000 && stereo.channels == 2 && stereo.frameSize == 1024 && !stereo.hasExtension)
        #expect(try #require(AudioSpecificConfig([0x12, 0x08])).sampleRate == 44_100)
        #expect(try #require(AudioSpecificConfig([0x13, 0x90, 0x56, 0xE5, 0xA5, 0x48])).hasExtension)
        // HE-AAC with explicit hierarchical signalling.
        #expect(AudioSpecificConfig([0x2B, 0x92, 0x08, 0x00]) == nil)
    }

    /// Returns the start of a one-channel packet up to its window: the sequence and the shape.
    private func packet(form: Int, shape: Int) -> [UInt8] {
        let bits = "000" + "0000" + "01010101" + "0" + (form < 2 ? "0" : "1") + (form % 2 == 0 ? "0" : "1") + "\(shape)"
        let padded = bits + String(repeating: "0", count: 64 - bits.count)
        return stride(from: 0, to: 64, by: 8).map { UInt8(padded.dropFirst($0).prefix(8), radix: 2) ?? 0 }
    }

    @Test("A block of AAC may follow one that ends as the block ended that it was made to follow")
    func windows() throws {
        func window(_ form: Int, _ shape: Int) throws -> AACWindow {
            try #require(AACWindow(packet(form: form, shape: shape)))
        }
        let (long, start, short, stop) = (try window(0, 1), try window(1, 0), try window(2, 0), try window(3, 1))
        #expect(long.canStand(for: stop) && stop.canStand(for: long))
        #expect(start.canStand(for: short) && short.canStand(for: start))
        #expect(!long.canStand(for: short) && !start.canStand(for: stop))
        #expect(!long.canStand(for: try window(0, 0)), "flanks of another shape")
        #expect(try window(0, 0).isLongSine && !long.isLongSine && !short.isLongSine)
        // A packet that does not begin with audio, and channels with separate windows.
        #expect(AACWindow([0xE0, 0, 0, 0]) == nil)
        // A fill element of two bytes, then one channel without coded data.
        let filled: [UInt8] = [0b1100_010_0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(AACWindow(filled)?.isSilent == true)
        #expect(AACWindow([0x20, 0, 0, 0, 0]) == nil)
        #expect(AACWindow([0x00]) == nil)
    }
}
