import ReplayTestSupport
import Testing

@testable import H264
@testable import ReplayMovie

/// Checks levels of random residuals against the inverse transform of the specification.
@Suite(.timeLimit(.minutes(30))) struct LevelSearchTests {
    @Test(
        "Luma residuals are exact for all levels with flat scaling lists, and for all found levels with other lists"
    )
    func luma() {
        var random = SplitMix64.seeded()
        var (flat, found) = (0, 0)
        for round in 0..<200 {
            let list = round % 2 == 0 ? ScalingLists.flat[0] : list(using: &random)
            let memory = ScratchMemory(size: 1 << 15)
            var macroblock = IntraMacroblock(memory)
            let coder = LumaResidual(memory, scale: LevelScale(list, qP: 0))
            let residuals = fill(coder.residual, blocks: 16, using: &random)
            let isFound = coder.code(&macroblock)
            if round % 2 == 0 { (flat, found) = (flat + 1, found + (isFound ? 1 : 0)) }
            guard isFound else { continue }
            for block in 0..<16 {
                let levels = (0..<16).map { Int(macroblock.lumaLevels[block * 16 + $0]) }
                let coefficients = scaled(levels, list, quantizer: 0, dc: nil)
                #expect(inverted(coefficients) == residuals[IntraMacroblock.raster(block)])
                #expect(Int(macroblock.totalCoeffs[block]) == levels.count { $0 != 0 })
                #expect(macroblock.codedBlockPattern >> UInt8(block / 4) & 1 == 1 || levels.allSatisfy { $0 == 0 })
            }
        }
        #expect(found > flat * 97 / 100)
    }

    @Test("Chroma residuals are exact with each quantizer")
    func chroma() {
        var random = SplitMix64.seeded()
        var (fine, found) = (0, 0)
        for round in 0..<300 {
            let quantizers = (0..<2).map { _ in round % 2 == 0 ? 0 : Int.random(in: 0...12, using: &random) }
            let list = round % 3 > 0 ? ScalingLists.flat[0] : list(using: &random)
            let memory = ScratchMemory(size: 1 << 15)
            var macroblock = IntraMacroblock(memory)
            let coder = ChromaResidual(memory, scales: quantizers.map { LevelScale(list, qP: $0) })
            let residuals = fill(coder.residual, blocks: 8, using: &random)
            let isFound = coder.code(&macroblock)
            if round % 2 == 0, round % 3 > 0 { (fine, found) = (fine + 1, found + (isFound ? 1 : 0)) }
            guard isFound else { continue }
            for block in 0..<8 {
                let quantizer = quantizers[block / 4]
                let dcLevels = (0..<4).map { Int(macroblock.chromaDCLevels[block / 4 * 4 + $0]) }
                let levels = [0] + (1..<16).map { Int(macroblock.chromaACLevels[block * 16 + $0]) }
                let dc = dc(block % 4, dcLevels, list, quantizer: quantizer)
                #expect(inverted(scaled(levels, list, quantizer: quantizer, dc: dc)) == residuals[block])
            }
        }
        #expect(found > fine * 97 / 100)
    }

    private func list(using random: inout SplitMix64) -> [UInt8] {
        let maximum = UInt8.random(in: 4...60, using: &random)
        return (0..<16).map { _ in .random(in: 1...maximum, using: &random) }
    }

    /// Returns noise, large or small, or a few samples that differ.
    private func fill(_ vectors: BlockVectors, blocks: Int, using random: inout SplitMix64) -> [[Int]] {
        (0..<blocks).map { block in
            let size = [1, 2, 20, 255][Int.random(in: 0...3, using: &random)]
            let isSparse = Bool.random(using: &random)
            return (0..<16).map { place in
                let isZero = isSparse && Int.random(in: 0...9, using: &random) > 0
                let value = isZero ? 0 : Int.random(in: -size...size, using: &random)
                vectors.values[place * 16 + block] = Int16(value)
                return value
            }
        }
    }

    // MARK: ITU-T H.264, 8.5

    private static let norms = [
        [10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23],
    ]
    private static let zigzag = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]

    private func scale(_ place: Int, _ weight: UInt8, _ quantizer: Int) -> Int {
        let (x, y) = (place % 4, place / 4)
        let norms = Self.norms[quantizer % 6]
        return Int(weight) * (x % 2 == 0 && y % 2 == 0 ? norms[0] : x % 2 == 1 && y % 2 == 1 ? norms[1] : norms[2])
    }

    /// Returns the scaled coefficients (8.5.12.1). The levels are in the order of their codes.
    private func scaled(_ levels: [Int], _ list: [UInt8], quantizer: Int, dc: Int?) -> [Int] {
        var scaled = [Int](repeating: 0, count: 16)
        for (number, place) in Self.zigzag.enumerated() {
            let product = levels[number] * scale(place, list[number], quantizer)
            scaled[place] = (product + 1 << (3 - quantizer / 6)) >> (4 - quantizer / 6)
        }
        if let dc { scaled[0] = dc }
        return scaled
    }

    /// Returns the DC coefficient of a chroma block (8.5.11).
    private func dc(_ block: Int, _ dcLevels: [Int], _ list: [UInt8], quantizer: Int) -> Int {
        let signs = [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]
        let sum = zip(signs[block], dcLevels).reduce(0) { $0 + $1.0 * $1.1 }
        return ((sum * scale(0, list[0], quantizer)) << (quantizer / 6)) >> 5
    }

    /// Returns the residual, after the inverse transform (8.5.12.2).
    private func inverted(_ coefficients: [Int]) -> [Int] {
        var values = coefficients
        for row in 0..<4 { transform(&values, (0..<4).map { row * 4 + $0 }) }
        for column in 0..<4 { transform(&values, (0..<4).map { $0 * 4 + column }) }
        return values.map { ($0 + 32) >> 6 }
    }

    private func transform(_ values: inout [Int], _ places: [Int]) {
        let line = places.map { values[$0] }
        let (sum, difference) = (line[0] + line[2], line[0] - line[2])
        let (small, large) = (line[1] >> 1 - line[3], line[1] + line[3] >> 1)
        values[places[0]] = sum + large
        values[places[1]] = difference + small
        values[places[2]] = difference - small
        values[places[3]] = sum - large
    }
}
