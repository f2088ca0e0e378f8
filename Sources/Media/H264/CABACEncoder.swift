import BitCoding

/// A CABAC encoder (ITU-T H.264, 9.3.4): it encodes bins with the states of their contexts.
struct CABACEncoder {
    /// The states of the contexts, indexed by `ctxIdx`: 2 * `pStateIdx` + `valMPS`.
    private let states: UnsafeMutablePointer<UInt8>
    private let tables: Tables
    private var interval = Interval()
    private var bytes = CarriedBytes()

    /// The interval of the arithmetic code after all bins so far (9.3.4.2).
    private struct Interval {
        /// `codILow` in the lowest ten bits, which are its register. The bits above are not written yet.
        var codILow: UInt64 = 0
        /// `codIRange`.
        var codIRange: UInt32 = 510
        /// The number of bits above the register. It begins at -1, because the very first
        /// bit is not written (`firstBitFlag`).
        var pendingBits = -1

        /// True if bits should be written before the next bin.
        var isFull: Bool { pendingBits >= 40 }

        /// Encodes a bin: `EncodeDecision` (9.3.4.2).
        /// - Returns: The next state of the context.
        @inline(__always) mutating func encode(_ bin: UInt32, from state: UInt8, by tables: Tables) -> UInt8 {
            let codIRangeLPS = tables.rangeTabLPS[Int(state >> 1)] &>> (codIRange &>> 3 & 0x18) & 0xFF
            let nextState = tables.nextStates[Int(UInt32(state) &<< 1 | bin)]
            // All ones for the less probable symbol. A branch would be unpredictable for the processor.
            let mask = 0 &- (UInt32(state) ^ bin) & 1
            codIRange &-= codIRangeLPS
            codILow &+= UInt64(codIRange & mask)
            codIRange = codIRange & ~mask | codIRangeLPS & mask
            renormalize()
            return nextState
        }

        /// Encodes the more probable symbol. The range then doubles at most once.
        @inline(__always) mutating func encodeMPS(from state: UInt8, by tables: Tables) -> UInt8 {
            codIRange &-= tables.rangeTabLPS[Int(state >> 1)] &>> (codIRange &>> 3 & 0x18) & 0xFF
            let shift = codIRange &>> 8 ^ 1
            codIRange = codIRange &<< shift
            codILow = codILow &<< UInt64(shift)
            pendingBits &+= Int(shift)
            return tables.nextStates[Int(state) &* 2 &+ Int(state & 1)]
        }

        /// Encodes a run of `Tables.runLength` more probable symbols.
        /// - Parameter state: The state of a context with `valMPS` 1.
        @inline(__always) mutating func encodeMPSRun(from state: UInt8, by tables: Tables) -> UInt8 {
            let run = tables.mpsRuns[Int(state >> 1) << 8 | Int(codIRange & 0xFF)]
            codIRange = 256 | UInt32(run & 0xFF)
            codILow = codILow &<< UInt64(run >> 8)
            pendingBits &+= Int(run >> 8)
            return min(state &+ UInt8(2 * Tables.runLength), 62 << 1 | 1)
        }

        @inline(__always) mutating func renormalize() {
            let shift = codIRange.leadingZeroBitCount &- 23
            codIRange = codIRange &<< UInt32(truncatingIfNeeded: shift)
            codILow = codILow &<< UInt64(truncatingIfNeeded: shift)
            pendingBits &+= shift
        }

        @inline(__always) mutating func push(_ bits: UInt64, count: Int) {
            codILow = codILow &<< UInt64(truncatingIfNeeded: count) &+ bits
            pendingBits &+= count
        }
    }

    /// Creates an encoder.
    /// - Parameter states: The initial states of the contexts.
    init(_ memory: ScratchMemory, states: UnsafeMutablePointer<UInt8>) {
        self.states = states
        tables = Tables(memory)
    }

    /// The number of encoded bits that are not yet in the writer.
    var pendingBits: Int { interval.pendingBits + bytes.count * 8 }

    /// Encodes a bin: `EncodeDecision`.
    @inline(__always) mutating func encode(_ bin: Bool, ctxIdx: Int, to writer: inout BitWriter) {
        states[ctxIdx] = interval.encode(bin ? 1 : 0, from: states[ctxIdx], by: tables)
        if interval.isFull { drain(&writer) }
    }

    /// Encodes the bin 1 several times, and keeps the state in registers.
    @inline(__always) mutating func encode(ones count: Int, ctxIdx: Int, to writer: inout BitWriter) {
        var (state, interval, left) = (states[ctxIdx], interval, count)
        while left > 0 {
            if state & 1 == 1, left >= Tables.runLength {
                state = interval.encodeMPSRun(from: state, by: tables)
                left -= Tables.runLength
            } else {
                state =
                    state & 1 == 1
                    ? interval.encodeMPS(from: state, by: tables) : interval.encode(1, from: state, by: tables)
                left -= 1
            }
            if interval.isFull {
                self.interval = interval
                drain(&writer)
                interval = self.interval
            }
        }
        (states[ctxIdx], self.interval) = (state, interval)
    }

    /// Encodes at most eight bins in bypass mode, in which 0 and 1 are equally probable: `EncodeBypass` (9.3.4.4).
    @inline(__always) mutating func encodeBypass(_ bins: UInt32, count: Int, to writer: inout BitWriter) {
        interval.push(UInt64(interval.codIRange &* bins), count: count)
        if interval.isFull { drain(&writer) }
    }

    /// Encodes a bin before termination: `EncodeTerminate` (9.3.4.5). It is `end_of_slice_flag`, or the last bin of
    /// `mb_type` before `I_PCM` samples.
    mutating func encodeTerminate(_ bin: Bool, to writer: inout BitWriter) {
        interval.codIRange -= 2
        guard bin else {
            interval.renormalize()
            if interval.isFull { drain(&writer) }
            return
        }
        // Three bits of the register are written. At the end of the slice, the last
        // one is `rbsp_stop_one_bit` (9.3.4.5).
        interval.codILow += UInt64(interval.codIRange)
        interval.push(0, count: 7)
        interval.codILow |= 1 << 7
        drain(&writer)
        interval.push(0, count: 3)
        drain(&writer)
        if interval.pendingBits > 0 {
            interval.push(0, count: 8 - interval.pendingBits)
            drain(&writer)
        }
        bytes.finish(&writer)
        interval = Interval()
    }

    /// Writes the complete bytes.
    @inline(never) private mutating func drain(_ writer: inout BitWriter) {
        let count = interval.pendingBits / 8
        guard count > 0 else { return }
        interval.pendingBits -= count * 8
        let place = UInt64(interval.pendingBits + 10)
        bytes.put(interval.codILow >> place, count: count, to: &writer)
        interval.codILow &= 1 << place - 1
    }

    /// The bytes that a carry may still change: the last byte that is not 0xFF, and the 0xFF bytes after it.
    private struct CarriedBytes {
        private var last: UInt32?
        private var ones = 0

        var count: Int { (last == nil ? 0 : 1) + ones }

        /// Adds bytes.
        /// - Parameters:
        ///   - value: The bytes, the first one highest, with the carry above them.
        ///   - count: The number of bytes, 1...6.
        mutating func put(_ value: UInt64, count: Int, to writer: inout BitWriter) {
            guard let last, ones == 0, value & 0xFF != 0xFF else {
                for place in (0..<count).reversed() {
                    let mask: UInt64 = place == count - 1 ? 0x1FF : 0xFF
                    put(UInt32(truncatingIfNeeded: value >> UInt64(place * 8) & mask), to: &writer)
                }
                return
            }
            // The last byte absorbs the carry. A later carry can only change the new bytes.
            let all = UInt64(last) << UInt64(count * 8) + value
            writer.append(all >> 8, count: count)
            self.last = UInt32(all & 0xFF)
        }

        /// Adds a byte.
        /// - Parameter byte: The byte, with the carry above it.
        private mutating func put(_ byte: UInt32, to writer: inout BitWriter) {
            guard byte != 0xFF else { return ones += 1 }
            write(carry: byte >> 8, &writer)
            last = byte & 0xFF
        }

        mutating func finish(_ writer: inout BitWriter) {
            write(carry: 0, &writer)
            last = nil
        }

        private mutating func write(carry: UInt32, _ writer: inout BitWriter) {
            if let last { writer.bits(last + carry, count: 8) }
            while ones > 0 {
                writer.bits(0xFF + carry, count: 8)
                ones -= 1
            }
        }
    }

    /// The tables of ranges and state transitions.
    private struct Tables {
        /// `rangeTabLPS` (table 9-44) for each `pStateIdx`: four bytes, the first one lowest.
        let rangeTabLPS: UnsafeMutablePointer<UInt32>
        /// The next state, indexed by 2 * state + bin.
        let nextStates: UnsafeMutablePointer<UInt8>
        /// The result of a run of `runLength` more probable symbols. The index is `pStateIdx` and the lower eight
        /// bits of the range, whose ninth bit is always set. The low byte is the lower eight bits of the new range;
        /// the high byte is the number of shifts.
        let mpsRuns: UnsafeMutablePointer<UInt16>

        /// The number of bins in a run.
        static let runLength = 4

        init(_ memory: ScratchMemory) {
            (rangeTabLPS, nextStates) = (memory.take(UInt32.self, count: 64), memory.take(UInt8.self, count: 256))
            mpsRuns = memory.take(UInt16.self, count: 64 << 8)
            for (index, range) in CABACEncoder.rangeTabLPS.enumerated() {
                rangeTabLPS[index / 4] |= UInt32(range) << UInt32(index % 4 * 8)
            }
            for index in 0..<256 {
                let (pStateIdx, valMPS, bin) = (index >> 2, UInt8(index >> 1 & 1), UInt8(index & 1))
                if bin == valMPS {
                    nextStates[index] = UInt8(min(pStateIdx + 1, 62)) << 1 | valMPS
                } else {
                    nextStates[index] = transIdxLPS[pStateIdx] << 1 | (pStateIdx == 0 ? bin : valMPS)
                }
            }
            for pStateIdx in 0...62 as ClosedRange<UInt8> {
                for range in 0..<256 as Range<UInt32> {
                    var interval = Interval(codIRange: 256 | range, pendingBits: 0)
                    var state = pStateIdx << 1 | 1
                    for _ in 0..<Self.runLength { state = interval.encodeMPS(from: state, by: self) }
                    mpsRuns[Int(pStateIdx) << 8 | Int(range)] =
                        UInt16(interval.pendingBits) << 8 | UInt16(interval.codIRange & 0xFF)
                }
            }
        }
    }

    /// `rangeTabLPS` (table 9-44): four values for each `pStateIdx`.
    private static let rangeTabLPS: [UInt8] = [
        128, 176, 208, 240, 128, 167, 197, 227, 128, 158, 187, 216, 123, 150, 178, 205, 116, 142, 169, 195,
        111, 135, 160, 185, 105, 128, 152, 175, 100, 122, 144, 166, 95, 116, 137, 158, 90, 110, 130, 150,
        85, 104, 123, 142, 81, 99, 117, 135, 77, 94, 111, 128, 73, 89, 105, 122, 69, 85, 100, 116,
        66, 80, 95, 110, 62, 76, 90, 104, 59, 72, 86, 99, 56, 69, 81, 94, 53, 65, 77, 89,
        51, 62, 73, 85, 48, 59, 69, 80, 46, 56, 66, 76, 43, 53, 63, 72, 41, 50, 59, 69,
        39, 48, 56, 65, 37, 45, 54, 62, 35, 43, 51, 59, 33, 41, 48, 56, 32, 39, 46, 53,
        30, 37, 43, 50, 29, 35, 41, 48, 27, 33, 39, 45, 26, 31, 37, 43, 24, 30, 35, 41,
        23, 28, 33, 39, 22, 27, 32, 37, 21, 26, 30, 35, 20, 24, 29, 33, 19, 23, 27, 31,
        18, 22, 26, 30, 17, 21, 25, 28, 16, 20, 23, 27, 15, 19, 22, 25, 14, 18, 21, 24,
        14, 17, 20, 23, 13, 16, 19, 22, 12, 15, 18, 21, 12, 14, 17, 20, 11, 14, 16, 19,
        11, 13, 15, 18, 10, 12, 15, 17, 10, 12, 14, 16, 9, 11, 13, 15, 9, 11, 12, 14,
        8, 10, 12, 14, 8, 9, 11, 13, 7, 9, 11, 12, 7, 9, 10, 12, 7, 8, 10, 11,
        6, 8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9, 2, 2, 2, 2,
    ]

    /// `transIdxLPS` (table 9-45): the next `pStateIdx` after the less probable symbol.
    private static let transIdxLPS: [UInt8] = [
        0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12, 13, 13, 15, 15, 16, 16, 18, 18,
        19, 19, 21, 21, 22, 22, 23, 24, 24, 25, 26, 26, 27, 27, 28, 29, 29, 30, 30, 30, 31, 32, 32, 33,
        33, 33, 34, 34, 35, 35, 35, 36, 36, 36, 37, 37, 37, 38, 38, 63,
    ]
}
