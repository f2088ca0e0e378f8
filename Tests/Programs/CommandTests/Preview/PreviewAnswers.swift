/// The answers of the preview server; see docs/PREVIEW.md.
struct PreviewSummary: Decodable {
    let id: String
    let name: String
    let seconds: Double
    let state: String
    let isImported: Bool
    let isEdited: Bool
    let problem: String?
}

struct PreviewEdit: Decodable, Equatable {
    struct Operation: Decodable, Equatable {
        let number: Int
        let text: String
        let isEnabled: Bool
        let ranges: [[Int]]
        let rectangle: [Int]?
        let track: String?
        let gain: Double?
    }

    let revision: String
    let trim: [Int]
    let cuts: [[Int]]
    let clips: [[Int]]
    let duration: Int
    let frames: Int
    let canUndo: Bool
    let canRedo: Bool
    let media: String?
    let operations: [Operation]?
    let marks: [PreviewDescription.Mark]
}

/// An answer with the status 409.
struct PreviewConflict: Decodable {
    let error: String
    let edit: PreviewEdit
}

struct PreviewDescription: Decodable {
    struct Video: Decodable {
        let codec: String
        let progress: Double
    }

    struct Audio: Decodable { let codec: String }

    struct Mark: Decodable, Equatable {
        let time: Int
        let name: String
    }

    let id: String
    let name: String
    let state: String
    let problem: String?
    let timescale: Int
    let duration: Int
    let video: Video?
    let audio: Audio?
    let marks: [Mark]
    let edit: PreviewEdit
}

struct PreviewExport: Decodable {
    let id: Int
    let path: String
    let state: String
    let progress: Double
    let error: String?
    let address: String?
}

struct PreviewRecorder: Decodable {
    let id: String
    let state: String
    let seconds: Double
    let frames: Int
}

struct PreviewBroadcast: Decodable {
    let number: Int32
    let target: String
    let state: String
    let frames: Int
    let bytes: Int
    let problem: String?
    let publicURL: String?
    let encodingRate: Int?
}

/// A message of the event stream.
struct PreviewMessage: Decodable {
    let type: String
    let stream: Int?
    let mode: String?
    let recording: String?
    let edit: PreviewEdit?
    let description: PreviewDescription?
    let progress: Double?
    let export: PreviewExport?
    let recorder: PreviewRecorder?
    let broadcasts: [PreviewBroadcast]?
    let reason: String?
}
