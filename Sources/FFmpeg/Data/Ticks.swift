internal import CFFmpeg

/// The step between FFmpeg's "no timestamp" value and an optional.
enum Ticks {
    static func optional(_ raw: Int64) -> Int64? { raw == replay_nopts_value ? nil : raw }
    static func raw(_ ticks: Int64?) -> Int64 { ticks ?? replay_nopts_value }
}
