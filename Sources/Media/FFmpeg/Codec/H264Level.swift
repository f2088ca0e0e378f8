/// The levels of H.264, which limit what a decoder must support (ITU-T H.264, table A-1).
package enum H264Level {
    /// The level times ten, MaxMBPS (macroblocks per second) and MaxFS (macroblocks per frame).
    private static let limits: [(level: Int, rate: Int, size: Int)] = [
        (10, 1485, 99), (11, 3000, 396), (12, 6000, 396), (13, 11_880, 396), (20, 11_880, 396), (21, 19_800, 792),
        (22, 20_250, 1620), (30, 40_500, 1620), (31, 108_000, 3600), (32, 216_000, 5120), (40, 245_760, 8192),
        (42, 522_240, 8704), (50, 589_824, 22_080), (51, 983_040, 36_864), (52, 2_073_600, 36_864),
        (60, 4_177_920, 139_264), (61, 8_355_840, 139_264), (62, 16_711_680, 139_264),
    ]

    /// Returns the lowest level, times ten, for a frame size in pixels and a frame rate; 62 if no level is high enough.
    package static func lowest(width: Int, height: Int, framesPerSecond: Int) -> Int {
        let (columns, rows) = ((width + 15) / 16, (height + 15) / 16)
        let fitting = limits.first { limit in
            // The width and the height in macroblocks are at most sqrt(8 * MaxFS) (A.3.1).
            columns * rows <= limit.size && columns * rows * framesPerSecond <= limit.rate
                && columns * columns <= 8 * limit.size && rows * rows <= 8 * limit.size
        }
        return fitting?.level ?? 62
    }
}
