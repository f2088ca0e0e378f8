import MediaTime
import ReplayTimeline

extension InterchangeContent {
    /// Returns the edit as a document for Final Cut Pro:
    /// https://developer.apple.com/documentation/professional-video-applications/fcpxml-reference.
    func finalCutXML(_ grid: FrameGrid) -> String {
        let root = XMLElement(
            "fcpxml", attributes: ["version": "1.9"],
            children: [
                XMLElement("resources", children: [format(grid), asset(grid)]),
                XMLElement(
                    "library",
                    children: [
                        XMLElement(
                            "event", attributes: ["name": name],
                            children: [
                                XMLElement("project", attributes: ["name": name], children: [sequence(grid)])
                            ])
                    ]),
            ])
        return root.document(type: "fcpxml")
    }

    private func format(_ grid: FrameGrid) -> XMLElement {
        XMLElement(
            "format",
            attributes: [
                "id": "r1", "frameDuration": grid.seconds(1), "width": "\(media.width)", "height": "\(media.height)",
                "colorSpace": "1-1-1 (Rec. 709)",
            ])
    }

    private func asset(_ grid: FrameGrid) -> XMLElement {
        let hasAudio = media.audioTrackCount > 0
        return XMLElement(
            "asset",
            attributes: [
                "id": "r2", "name": name, "start": "0s", "duration": grid.seconds(grid.frameCount), "hasVideo": "1",
                "format": "r1", "hasAudio": hasAudio ? "1" : nil,
                "audioSources": hasAudio ? "\(media.audioTrackCount)" : nil, "audioChannels": hasAudio ? "2" : nil,
                "audioRate": hasAudio ? "48000" : nil,
            ], children: [XMLElement("media-rep", attributes: ["kind": "original-media", "src": media.url])])
    }

    private func sequence(_ grid: FrameGrid) -> XMLElement {
        let chapters = chapters.enumerated().map { index, chapter in
            (title: chapter.title(at: index), frame: grid.rate.nearestFrame(to: chapter.range.start))
        }
        return XMLElement(
            "sequence",
            attributes: [
                "format": "r1", "duration": grid.seconds(grid.clips.last?.edited.upperBound ?? 0), "tcStart": "0s",
                "tcFormat": "NDF", "audioLayout": "stereo", "audioRate": "48k",
            ],
            children: [
                XMLElement(
                    "spine",
                    children: grid.clips.map { clip in
                        element(of: clip, on: grid, chapters: chapters.filter { clip.edited.contains($0.frame) })
                    })
            ])
    }

    /// Returns the element of a clip. Times within it are those of the movie, scaled by the clip's speed.
    private func element(
        of clip: FrameGrid.Clip, on grid: FrameGrid, chapters: [(title: String, frame: Int)]
    ) -> XMLElement {
        let first = shown(clip.source.lowerBound, at: clip.speed)
        let map = XMLElement(
            "timeMap",
            children: [
                XMLElement("timept", attributes: ["time": "0s", "value": "0s", "interp": "linear"]),
                XMLElement(
                    "timept",
                    attributes: [
                        "time": grid.seconds(shown(grid.frameCount, at: clip.speed)),
                        "value": grid.seconds(grid.frameCount), "interp": "linear",
                    ]),
            ])
        let markers = chapters.map { chapter in
            XMLElement(
                "chapter-marker",
                attributes: [
                    "start": grid.seconds(first + chapter.frame - clip.edited.lowerBound),
                    "duration": grid.seconds(1), "value": chapter.title, "posterOffset": "0s",
                ])
        }
        return XMLElement(
            "asset-clip",
            attributes: [
                "ref": "r2", "offset": grid.seconds(clip.edited.lowerBound), "name": name,
                "start": grid.seconds(first), "duration": grid.seconds(clip.edited.count), "tcFormat": "NDF",
            ], children: (clip.speed == .normal ? [] : [map]) + markers)
    }

    private func shown(_ frame: Int, at speed: Speed) -> Int {
        let scaled = Int128(frame) * Int128(speed.factor.denominator)
        return Int(clamping: Rounding.nearest.quotient(scaled, by: Int128(speed.factor.numerator)))
    }
}

extension FrameGrid {
    /// Returns a duration in frames as a fraction of seconds.
    fileprivate func seconds(_ frames: Int) -> String {
        let rate = rate.framesPerSecond
        return frames == 0 ? "0s" : "\(Int64(frames) * rate.denominator)/\(rate.numerator)s"
    }
}
