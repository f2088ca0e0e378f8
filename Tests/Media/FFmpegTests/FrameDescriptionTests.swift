import CFFmpeg
import Foundation
import ReplayTestSupport
import Testing

@testable import FFmpeg

struct FrameDescriptionTests {
    /// Memory whose end is followed by memory that cannot be used.
    private final class GuardedMemory: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer
        private let map: UnsafeMutableRawPointer
        private let length: Int

        init(size: Int) {
            let page = 4096
            length = (size + page - 1) / page * page + page
            map = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            mprotect(map + length - page, page, PROT_NONE)
            // Lines are aligned to 64 bytes.
            let start = (length - page - size) / 64 * 64
            bytes = UnsafeMutableRawBufferPointer(start: map + start, count: size)
        }

        deinit { munmap(map, length) }
    }

    private static let pixelFormats: [AVPixelFormat] = (0..<400).map { AVPixelFormat($0) }.filter {
        guard let description = av_pix_fmt_desc_get($0) else { return false }
        return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
    }

    private func noise(_ count: Int, using random: inout SplitMix64) -> [UInt8] {
        (0..<(count + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { [UInt8]($0) } }.dropLast(
            (8 - count % 8) % 8)
    }

    private func video(_ format: AVPixelFormat, using random: inout SplitMix64) throws -> Frame {
        let (width, height) = (Int32.random(in: 1...90, using: &random), Int32.random(in: 1...60, using: &random))
        return try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) = (format.rawValue, width, height)
            (frame.pointee.pts, frame.pointee.best_effort_timestamp) = (7, -8)
            frame.pointee.sample_aspect_ratio = AVRational(num: 4, den: 3)
            frame.pointee.color_range = AVCOL_RANGE_JPEG
            frame.pointee.colorspace = AVCOL_SPC_BT709
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "make", subject: "a frame")
            let size = av_image_get_buffer_size(format, width, height, 1)
            var (planes, strides) = (
                [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 4), [Int32](repeating: 0, count: 4)
            )
            let bytes = noise(Int(size), using: &random)
            bytes.withUnsafeBufferPointer {
                _ = av_image_fill_arrays(&planes, &strides, $0.baseAddress, format, width, height, 1)
                var sources = planes.map { UnsafePointer($0) }
                withUnsafeMutableBytes(of: &frame.pointee.data) { data in
                    withUnsafeMutableBytes(of: &frame.pointee.linesize) { sizes in
                        av_image_copy(
                            data.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self).baseAddress,
                            sizes.assumingMemoryBound(to: Int32.self).baseAddress, &sources, strides, format, width,
                            height)
                    }
                }
            }
        }
    }

    private func audio(_ format: AVSampleFormat, using random: inout SplitMix64) throws -> Frame {
        let (channels, count) = (Int32.random(in: 1...16, using: &random), Int32.random(in: 1...500, using: &random))
        return try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.nb_samples, frame.pointee.sample_rate) = (
                format.rawValue, count, 48_000
            )
            av_channel_layout_default(&frame.pointee.ch_layout, channels)
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "make", subject: "a frame")
            for plane in planes(of: frame) { plane.copyBytes(from: noise(plane.count, using: &random)) }
        }
    }

    /// Returns the bytes of each plane of audio.
    private func planes(of frame: UnsafePointer<AVFrame>) -> [UnsafeMutableRawBufferPointer] {
        let format = AVSampleFormat(frame.pointee.format)
        let channels = Int(frame.pointee.ch_layout.nb_channels)
        let isPlanar = av_sample_fmt_is_planar(format) == 1
        let size = Int(av_get_bytes_per_sample(format)) * Int(frame.pointee.nb_samples) * (isPlanar ? 1 : channels)
        return (0..<(isPlanar ? channels : 1)).map {
            UnsafeMutableRawBufferPointer(start: frame.pointee.extended_data[$0], count: size)
        }
    }

    @Test func `A frame of any pixel format is the same in the other process`() throws {
        var random = SplitMix64.seeded()
        for format in Self.pixelFormats {
            let frame = try video(format, using: &random)
            let shared = SharedFrame(frame)
            let memory = GuardedMemory(size: try shared.size)
            try shared.write(frame, to: memory.bytes)
            let other = try shared.frame(in: memory.bytes, as: .video) {}
            let raw = try RawFrame(frame)
            #expect(try raw.pixels(of: other) == raw.pixels(of: frame), "\(raw.format)")
            #expect(other.pts == 7 && other.bestEffortPTS == -8 && other.hasFullRange)
            #expect(other.pointer.pointee.sample_aspect_ratio.num == 4)
            // Nobody may write to memory that another process reads.
            #expect(av_frame_is_writable(UnsafeMutablePointer(mutating: other.pointer)) == 0)
        }
    }

    @Test func `Audio of any sample format is the same in the other process`() throws {
        var random = SplitMix64.seeded()
        for format in (0..<AV_SAMPLE_FMT_NB.rawValue).map({ AVSampleFormat($0) }) {
            let frame = try audio(format, using: &random)
            let shared = SharedFrame(frame)
            let memory = GuardedMemory(size: try shared.size)
            try shared.write(frame, to: memory.bytes)
            let other = try shared.frame(in: memory.bytes, as: .audio) {}
            #expect(other.channelLayoutName == frame.channelLayoutName && other.sampleRate == 48_000)
            #expect(planes(of: other.pointer).map { [UInt8]($0) } == planes(of: frame.pointer).map { [UInt8]($0) })
        }
    }

    @Test func `Memory is given back after the last use of its frame`() throws {
        var random = SplitMix64.seeded()
        let source = try video(AV_PIX_FMT_YUV420P, using: &random)
        let shared = SharedFrame(source)
        let memory = GuardedMemory(size: try shared.size)
        try shared.write(source, to: memory.bytes)
        let freed = Flag()
        var frame: Frame? = try shared.frame(in: memory.bytes, as: .video) { freed.isSet = true }
        var other = try frame?.stamped(pts: 1)
        frame = nil
        #expect(!freed.isSet && other != nil)
        other = nil
        #expect(freed.isSet)
        freed.isSet = false
        // A description that is refused gives it back too.
        #expect(throws: FFmpegError.self) {
            try SharedFrame().frame(in: memory.bytes, as: .video) { freed.isSet = true }
        }
        #expect(freed.isSet)
    }

    private final class Flag: @unchecked Sendable {
        // Used on one thread.
        var isSet = false
    }

    /// The values of a description are those of a process that a movie has taken over.
    @Test func `A description is refused, or its frame lies in the memory`() throws {
        var random = SplitMix64.seeded()
        let values: [Int64] = [-1, 0, 1, 2, 3, 8, 63, 64, 65, 255, 4096, 16_384, 65_536, 1 << 31, 1 << 32, .max, .min]
        var accepted = 0
        for round in 0..<2000 {
            let frame =
                try round % 4 == 0
                ? audio(AVSampleFormat(Int32.random(in: 0..<12, using: &random)), using: &random)
                : video(Self.pixelFormats.randomElement(using: &random)!, using: &random)
            var shared = SharedFrame(frame)
            withUnsafeMutableBytes(of: &shared) { bytes in
                let fields = bytes.assumingMemoryBound(to: Int64.self)
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    fields[Int.random(in: fields.indices, using: &random)] =
                        values.randomElement(using: &random)! &+ Int64.random(in: -1...1, using: &random)
                }
            }
            let memory = GuardedMemory(size: try SharedFrame(frame).size)
            guard
                let made = try? shared.frame(in: memory.bytes, as: frame.sampleCount > 0 ? .audio : .video, onFree: {})
            else { continue }
            accepted += 1
            if made.sampleCount > 0 {
                for plane in planes(of: made.pointer) { _ = plane.reduce(0) { $0 &+ Int($1) } }
            } else {
                _ = try RawFrame(made).pixels(of: made)
                _ = try? made.cropped()
            }
        }
        #expect(accepted > 100 && accepted < 2000)
    }
}
