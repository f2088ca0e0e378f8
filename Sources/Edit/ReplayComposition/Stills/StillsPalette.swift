/// The colours of contact sheets, film strips and waveforms.
enum StillsPalette {
    static let ground = RGBImage.Colour(0x20, 0x24, 0x2c)
    static let text = RGBImage.Colour(0xff, 0xff, 0xff)
    /// The colour of secondary text: the time in the recording, if it differs from the time in the edit.
    static let note = RGBImage.Colour(0x9a, 0xa4, 0xb2)
    /// The colour of a cut.
    static let cut = RGBImage.Colour(0xe5, 0x48, 0x4d)
    static let wave = RGBImage.Colour(0x88, 0xc0, 0xd0)
}
