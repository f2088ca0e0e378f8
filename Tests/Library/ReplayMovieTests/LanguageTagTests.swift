import ReplayLibrary
import ReplayMovie
import Testing

@Suite struct LanguageTagTests {
    @Test(
        "A tag that RFC 5646 makes is taken as it is written",
        arguments: [
            "en", "pt-BR", "zh-Hant-TW", "de-CH-1901", "sl-rozaj-biske", "zh-cmn-Hans-CN", "en-a-bbb-x-a-ccc",
            "x-whatever",
            "es-419", "i-klingon", "en-GB-oed", "und", "ar-aao", "qaa-Qaaa-QM-x-southern", "abcdefgh",
            "en-u-ca-buddhist",
        ])
    func good(text: String) { #expect(LanguageTag(text)?.description == text) }

    @Test(
        "All else is refused, above all what could end a quoted string or a line",
        arguments: [
            "", "e", "1 !", "en-", "-en", "en--US", "en_US", "en\u{301}", "é", "x", "en-x", "a-b", "abcdefghi", "en-a",
            "en\n#EXT-X-ENDLIST", "en\",URI=\"http://x\"", "en\r", "en-US-US-US", "en-verylongsubtag", "de-419-DE-x",
            String(repeating: "en-abcde-", count: 20) + "a",
        ])
    func bad(text: String) { #expect(LanguageTag(text) == nil) }
}
