import ReplayErrors
import ReplayTestSupport
import Testing

@testable import ReplayBroadcast

/// Checks what a set-up program may write.
@Suite struct SetupLineTests {
    private func line(_ text: String, hasAddress: Bool = false) throws(BroadcastError) -> SetupLine {
        try SetupLine(Array(text.utf8), hasAddress: hasAddress)
    }

    @Test("An address to open, a wait for the user and an answer are understood")
    func valid() throws {
        let open = try line(#"{"open":"https://example.org/device","code":"AB-CD"}"#)
        #expect(open == .open(.init(url: "https://example.org/device", code: "AB-CD")))
        #expect(try line(#"{"waiting":true}"#) == .waiting(true))
        guard
            case .answer(let answer) = try line(
                #"{"address":"rtmp://h/a","key":"k","latency":200,"limits":{"width":640},"live":["./a","b"],"finish":["c"]}"#
            )
        else { return #expect(Bool(false), "This is an answer.") }
        #expect(answer.address == "rtmp://h/a" && answer.key == "k" && answer.limits?.width == 640)
        #expect(answer.live == ["./a", "b"] && answer.finish == ["c"])
        #expect(try line("{}", hasAddress: true) == .answer(SetupAnswer()))
    }

    @Test(
        "Other lines are refused with a clause that repeats no value",
        arguments: [
            ("garbage-s3cret", "not a JSON object"), ("[1]", "must be an object"), ("5", "must be an object"),
            (#"{"address":"rtmp://h/a","colour":"s3cret"}"#, "no key “colour”"), ("{}", "has no “address”"),
            (#"{"address":"http://h/s3cret"}"#, "not one of a server"), (#"{"address":"a.mkv"}"#, "must begin with"),
            (#"{"address":"rtmp://u:s3cret@h/a"}"#, "not one of a server"), (#"{"address":5}"#, "must be a string"),
            (#"{"address":"rtmp://h/a","key":"s3 cret"}"#, "“key” is not one word"),
            (#"{"address":"rtmp://h/a","latency":5}"#, "20 to 10000"),
            (#"{"address":"rtmp://h/a","limits":{"width":0}}"#, "“limits.width” must be at least 1"),
            (#"{"address":"rtmp://h/a","limits":{"s":0}}"#, "no key “limits.s”"),
            (#"{"address":"rtmp://h/a","publicURL":"javascript:s3cret"}"#, "not a web address"),
            (#"{"address":"rtmp://h/a","finish":[]}"#, "does not begin with a program"),
            (#"{"address":"rtmp://h/a","finish":"./a"}"#, "must be a list"),
            (#"{"address":"rtmp://h/a","key":"s3cret","live":["./a","--key=s3cret"]}"#, "“live” contains the key"),
            (#"{"open":"file:///etc/passwd"}"#, "must be a web address"), (#"{"open":"http://h","x":1}"#, "no key “x”"),
            (#"{"waiting":1}"#, "must be true or false"),
            (#"{"address":"rtmp://h/a","key":"s3cret""#, "not a JSON object"),
        ])
    func invalid(_ text: String, _ reason: String) {
        let error = #expect(throws: BroadcastError.self) { try line(text) }
        #expect(
            error?.category == .badData && error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test("The limits of an answer replace those of the service, and the others stay")
    func limits() {
        var (own, service) = (BroadcastService.Limits(), BroadcastService.Limits())
        (own.width, service.width, service.bitRate) = (640, 1920, 6_000_000)
        let limits = own.completed(by: service)
        #expect(limits.width == 640 && limits.bitRate == 6_000_000 && limits.height == nil)
        #expect(service.completed(by: nil) == service)
    }

    @Test("Any bytes are either understood or refused")
    func randomBytes() {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        let whole = Array(#"{"address":"rtmp://h/a","key":"k","limits":{"width":640},"finish":["c"],"open":1}"#.utf8)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0 ... .max, using: &random)
            }
            do throws(BroadcastError) {
                _ = try SetupLine(bytes, hasAddress: true)
            } catch {
                #expect(error.category == .badData)
            }
        }
    }
}
