import CFFmpeg
import Testing

@testable import FFmpeg

/// Checks the limit on FFmpeg's allocations after media has been opened.
@Suite struct AllocationLimitTests {
    @Test("More than the limit is refused, as much is given")
    func moreThanTheLimitIsRefused() {
        AllocationLimit.install()
        #expect(av_malloc(AllocationLimit.bytes + 1) == nil)
        let given = av_malloc(AllocationLimit.bytes)
        #expect(given != nil)
        av_free(given)
    }
}
