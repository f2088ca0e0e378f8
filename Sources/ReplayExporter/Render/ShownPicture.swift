/// A picture of the recording, and when the output shows it.
struct ShownPicture<Picture: Sendable>: Sendable {
    let screen: Picture
    /// What the camera shows with it.
    let camera: Picture?
    /// Where it comes from.
    let place: PicturePlace
    /// In ticks of the output.
    let start: Int64
    let end: Int64
}
