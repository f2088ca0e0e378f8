/// The abilities of a server, and the distances from the end that players must keep (EXT-X-SERVER-CONTROL;
/// draft-pantos-hls-rfc8216bis, 4.4.3.8).
package struct ServerControl: Sendable, Equatable {
    package var canBlockReload = false
    /// The least distance for players that play parts (PART-HOLD-BACK).
    package var partHoldBack: Seconds?
    /// The least distance for other players (HOLD-BACK).
    package var holdBack: Seconds?
    /// The age from which segments may be left out of a delta update (CAN-SKIP-UNTIL).
    package var canSkipUntil: Seconds?

    package init() {}

    init(_ attributes: AttributeList) {
        func seconds(_ name: String) -> Seconds? { attributes[name].flatMap { Seconds(decimal: $0) } }
        canBlockReload = attributes["CAN-BLOCK-RELOAD"] == "YES"
        (partHoldBack, holdBack) = (seconds("PART-HOLD-BACK"), seconds("HOLD-BACK"))
        canSkipUntil = seconds("CAN-SKIP-UNTIL")
    }

    var attributes: AttributeList {
        let distances: [(name: String, value: Seconds?)] = [
            ("CAN-SKIP-UNTIL", canSkipUntil), ("HOLD-BACK", holdBack), ("PART-HOLD-BACK", partHoldBack),
        ]
        let block: [AttributeList.Attribute] = canBlockReload ? [.init("CAN-BLOCK-RELOAD", "YES")] : []
        return AttributeList(block + distances.compactMap { name, value in value.map { .init(name, $0.decimal) } })
    }
}

/// A hint that a resource will be needed soon (EXT-X-PRELOAD-HINT; draft-pantos-hls-rfc8216bis, 4.4.5.3).
package struct PreloadHint: Sendable, Equatable {
    /// The type, PART or MAP.
    package let type: String
    package let uri: String

    package init(type: String, uri: String) { (self.type, self.uri) = (type, uri) }

    init?(_ attributes: AttributeList) {
        guard let type = attributes["TYPE"], let uri = attributes["URI"] else { return nil }
        self.init(type: type, uri: uri)
    }

    var attributes: AttributeList { AttributeList([.init("TYPE", type), .quoted("URI", uri)]) }
}

/// The end of another rendition at the time of the playlist (EXT-X-RENDITION-REPORT; draft-pantos-hls-rfc8216bis,
/// 4.4.5.4).
package struct RenditionReport: Sendable, Equatable {
    package let uri: String
    /// The media sequence number of the last segment, which may be incomplete.
    package let lastMSN: Int
    /// The index of the last part in that segment; nil if the rendition has no parts.
    package let lastPart: Int?

    package init(uri: String, lastMSN: Int, lastPart: Int?) {
        (self.uri, self.lastMSN, self.lastPart) = (uri, lastMSN, lastPart)
    }

    init?(_ attributes: AttributeList) {
        guard let uri = attributes["URI"], let number = attributes["LAST-MSN"].flatMap({ PlaylistTag.integer($0) })
        else { return nil }
        self.init(uri: uri, lastMSN: number, lastPart: attributes["LAST-PART"].flatMap { PlaylistTag.integer($0) })
    }

    var attributes: AttributeList {
        AttributeList(
            [.quoted("URI", uri), .init("LAST-MSN", lastMSN)] + (lastPart.map { [.init("LAST-PART", $0)] } ?? []))
    }
}
