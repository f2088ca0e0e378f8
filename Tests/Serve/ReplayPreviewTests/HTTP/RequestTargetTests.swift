import Testing

@testable import ReplayPreview

@Suite struct RequestTargetTests {
    @Test("Paths and queries are decoded")
    func decoding() {
        #expect(RequestTarget("/")?.path == [])
        #expect(RequestTarget("/api/a%20b/%C3%A9")?.path == ["api", "a b", "é"])
        #expect(
            RequestTarget("/a?x=1%2B2&name=a+b&empty=&flag&&%26=c=d")?.query
                == ["x": "1+2", "name": "a b", "empty": "", "flag": "", "&": "c=d"])
    }

    @Test(
        "Targets that leave their folder, and invalid targets",
        arguments: [
            "", "a", "http://127.0.0.1/", "*", "//", "/a//b", "/a/", "/.", "/..", "/a/../b", "/%2e%2e", "/..%2f..%2fa",
            "/a%2Fb", "/%00", "/a%00b", "/%", "/%4", "/%zz", "/%ff", "/a#b", "/a?x=%", "/a?x=1&x=2", "/a?x=%ff",
        ])
    func refused(text: String) {
        #expect(RequestTarget(text) == nil)
    }
}
