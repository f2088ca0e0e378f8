/// The colours of contact sheets, film strips and waveforms.
enum StillsPalette {
    static let ground = RGBImage.Colour(red: 0x20, green: 0x24, blue: 0x2c)
    static let text = RGBImage.Colour(red: 0xff, green: 0xff, blue: 0xff)
    /// The colour of secondary text: the time in the recording, if it differs from the time in the edit.
    static let note = RGBImage.Colour(red: 0x9a, green: 0xa4, blue: 0xb2)
    /// The colour of a cut.
    static let cut = RGBImage.Colour(red: 0xe5, green: 0x48, blue: 0x4d)
    static let wave = RGBImage.Colour(red: 0x88, green: 0xc0, blue: 0xd0)
}
