internal import MediaTime

extension EditOperation {
    /// The operation without a redundant speed: normal speed that mutes is a mute.
    fileprivate var simplified: EditOperation {
        guard case .speed(let range, .normal, true) = self else { return self }
        return .audio(AudioEffect(.mute, during: range))
    }
}

extension Edit {
    /// Returns the edit with one more operation.
    public func applying(_ operation: EditOperation) throws(EditError) -> Edit {
        var edit = self
        try edit.apply(operation)
        return edit
    }

    /// Adds one operation, or throws and changes nothing. The search takes logarithmic time in the number of cuts.
    /// Inserting a cut also moves the later ones.
    public mutating func apply(_ operation: EditOperation) throws(EditError) {
        let operation = operation.simplified
        switch operation {
        case .trim(let range): try setTrim(try ticks(of: range))
        case .cut(let range): try addCut(try ticks(of: range))
        case .keep(let ranges):
            let (trim, gaps) = try hull(of: ranges)
            var edit = self
            for gap in gaps { try edit.addCut(gap) }
            try edit.setTrim(trim)
            self = edit
        case .speed(let range, let speed, let mutesAudio):
            try addPace(Pace(ticks: try ticks(of: range), speed: speed, isMuted: mutesAudio))
        case .video, .title, .annotation, .zoom, .camera, .mark, .pointer, .audio, .crop, .rotate, .style,
            .pointerLook, .keys, .captions:
            try addEffect(operation)
        }
    }

    /// Returns the edit with all operations. Only the result must keep something, not each step.
    /// A cut of everything that the present trim keeps is valid if a later trim keeps more.
    /// The time for n operations is O(n log n).
    public func applying(_ operations: some Sequence<EditOperation>) throws(EditError) -> Edit {
        var trim = trimTicks
        var cuts = cutTicks
        var paces = paces
        var edit = try Edit(duration: duration)
        edit.copyEffects(of: self)
        for operation in operations.lazy.map(\.simplified) {
            switch operation {
            case .trim(let range): trim = try ticks(of: range)
            case .cut(let range): cuts.append(try ticks(of: range))
            case .keep(let ranges):
                let (hull, gaps) = try hull(of: ranges)
                trim = hull
                cuts += gaps
            case .speed(let range, let speed, let mutesAudio):
                paces.append(Pace(ticks: try ticks(of: range), speed: speed, isMuted: mutesAudio))
            case .video, .title, .annotation, .zoom, .camera, .mark, .pointer, .audio, .crop, .rotate, .style,
                .pointerLook, .keys, .captions:
                try edit.addEffect(operation)
            }
        }
        edit.cutTicks.reserveCapacity(cuts.count)
        // In this order, each cut or speed only touches the last one, so none has to be moved.
        for cut in cuts.sorted(by: { $0.lowerBound < $1.lowerBound }) { try edit.addCut(cut) }
        for pace in paces.sorted(by: { $0.ticks.lowerBound < $1.ticks.lowerBound }) { try edit.addPace(pace) }
        try edit.setTrim(trim)
        return edit
    }

    private mutating func copyEffects(of other: Edit) {
        (videoEffects, titles, ownAudioEffects) = (other.videoEffects, other.titles, other.ownAudioEffects)
        (zooms, pointerEffects, marks) = (other.zooms, other.pointerEffects, other.marks)
        (cameraEffects, annotations) = (other.cameraEffects, other.annotations)
        (crop, rotation, style) = (other.crop, other.rotation, other.style)
        (pointerLook, keysLook, captions) = (other.pointerLook, other.keysLook, other.captions)
    }

    /// Returns the smallest range that contains all of the ranges, and the gaps between them.
    private func hull(of ranges: [TimeRange]) throws(EditError) -> (Range<Int64>, gaps: [Range<Int64>]) {
        var kept: [Range<Int64>] = []
        for range in ranges { kept.append(try ticks(of: range)) }
        kept.sort { $0.lowerBound < $1.lowerBound }
        guard let first = kept.first else { throw .emptyRange(TimeRange(start: .zero, end: .zero)) }
        var gaps: [Range<Int64>] = []
        var end = first.upperBound
        for range in kept.dropFirst() {
            if end < range.lowerBound { gaps.append(end..<range.lowerBound) }
            end = max(end, range.upperBound)
        }
        return (first.lowerBound..<end, gaps)
    }

    private mutating func addPace(_ pace: Pace) throws(EditError) {
        // Normal speed is the default, so it needs no entry.
        guard pace.speed != .normal else { return }
        let place = paces.partitioningIndex { $0.ticks.upperBound > pace.ticks.lowerBound }
        if place < paces.count, paces[place].ticks.overlaps(pace.ticks) {
            throw .overlappingSpeeds(range(pace.ticks), range(paces[place].ticks), paces[place].speed)
        }
        let (longest, isTooLong) = duration.value.multipliedReportingOverflow(by: Speed.slowestFactor)
        guard !isTooLong, MediaTime(validating: longest, timescale: Int64(timescale)) != nil else {
            throw .tooLong(range(pace.ticks))
        }
        guard cutTicks.count + 2 * (paces.count + 1) < Self.clipLimit else { throw .tooManyClips(range(pace.ticks)) }
        paces.insert(pace, at: place)
    }

    /// Adds an operation that does not depend on others of another kind.
    private mutating func addEffect(_ operation: EditOperation) throws(EditError) {
        var ranges: [TimeRange] = []
        for range in operation.ranges { ranges.append(self.range(try ticks(of: range))) }
        let operation = operation.with(ranges)
        switch operation {
        case .video, .title, .annotation, .pointer, .zoom, .camera:
            guard frameEffectCount < Self.effectLimit else { throw .tooManyEffects(ranges[0]) }
            try addFrameEffect(operation)
        case .mark(let mark): try addMark(mark)
        case .audio(let effect):
            guard ownAudioEffects.count < Self.effectLimit else { throw .tooManyEffects(effect.range) }
            ownAudioEffects.append(effect)
        case .crop(let rectangle): crop = rectangle
        case .rotate(let turn): rotation = turn
        case .style(let style): self.style = style
        case .pointerLook(let look): pointerLook = look
        case .keys(let look): keysLook = look
        case .captions(let captions): self.captions = captions
        case .trim, .cut, .keep, .speed: break
        }
    }

    private mutating func addFrameEffect(_ operation: EditOperation) throws(EditError) {
        switch operation {
        case .video(let effect): videoEffects.append(effect)
        case .title(let title): titles.append(title)
        case .annotation(let annotation): annotations.append(annotation)
        case .pointer(let effect): pointerEffects.append(effect)
        case .zoom(let zoom):
            let others = zooms.lazy.map(\.range)
            zooms.insert(zoom, at: try Self.place(for: zoom.range, among: others, EditError.overlappingZooms))
        case .camera(let effect):
            let others = cameraEffects.lazy.map(\.range)
            cameraEffects.insert(
                effect, at: try Self.place(for: effect.range, among: others, EditError.overlappingCameras))
        case .trim, .cut, .keep, .speed, .mark, .audio, .crop, .rotate, .style, .pointerLook, .keys,
            .captions:
            break
        }
    }

    /// Returns the index at which to insert a range among others, which are sorted and disjoint.
    /// - Throws: The error that `error` creates from the range and the one that it overlaps.
    private static func place<Ranges: RandomAccessCollection>(
        for range: TimeRange, among others: Ranges, _ error: (TimeRange, TimeRange) -> EditError
    ) throws(EditError) -> Ranges.Index where Ranges.Element == TimeRange {
        let place = others.partitioningIndex { $0.end > range.start }
        if place < others.endIndex, others[place].overlaps(range) { throw error(range, others[place]) }
        return place
    }

    private mutating func addMark(_ mark: EditMark) throws(EditError) {
        let time = mark.time.converted(to: timescale, rounding: .nearest)
        guard time >= .zero, time <= duration else {
            throw .outsideRecording(TimeRange(start: mark.time, end: mark.time), duration: duration)
        }
        guard marks.count < Self.effectLimit else { throw .tooManyEffects(TimeRange(start: time, end: time)) }
        marks.append(EditMark(time, name: mark.name))
    }

    private mutating func setTrim(_ range: Range<Int64>) throws(EditError) {
        let candidate = cutTicks.partitioningIndex { $0.upperBound >= range.upperBound }
        let isCovered = candidate < cutTicks.endIndex && cutTicks[candidate].contains(range)
        guard !isCovered else { throw .keepsNothing(self.range(range)) }
        trimTicks = range
    }

    private mutating func addCut(_ range: Range<Int64>) throws(EditError) {
        let touched = cutsTouching(range)
        let merged = cutTicks[touched].reduce(range) {
            min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
        }
        guard !merged.contains(trimTicks) else { throw .keepsNothing(self.range(range)) }
        // n cuts leave at most n + 1 clips, and each speed adds at most two.
        let clipCount = cutTicks.count - touched.count + 2 + 2 * paces.count
        guard clipCount <= Self.clipLimit else { throw .tooManyClips(self.range(range)) }
        cutTicks.replaceSubrange(touched, with: CollectionOfOne(merged))
    }

    private func cutsTouching(_ range: Range<Int64>) -> Range<Int> {
        let first = cutTicks.partitioningIndex { $0.upperBound >= range.lowerBound }
        let end = cutTicks.partitioningIndex { $0.lowerBound > range.upperBound }
        return first..<end
    }

    private func ticks(of range: TimeRange) throws(EditError) -> Range<Int64> {
        let ticks = range.converted(to: timescale, rounding: .nearest)
        guard ticks.start >= .zero, ticks.end <= duration else {
            throw .outsideRecording(range, duration: duration)
        }
        guard !ticks.isEmpty else { throw .emptyRange(range) }
        return ticks.start.value..<ticks.end.value
    }
}
