public import ReplayErrors
import ReplayLibrary
import ReplayMovie

/// An error that occurs while exporting.
public enum ExportError: CategorizedError {
    /// A file with the output's name exists, and overwriting is not allowed.
    case outputExists(String)
    /// The output's name is that of a folder, or is empty.
    case outputIsFolder(String)
    /// The output is a folder, but its name is that of a file or of a link.
    case outputIsNoFolder(String)
    /// The output's name is that of a link, a device or a pipe. Only regular files are replaced.
    case outputIsNoFile(String)
    /// The output's extension is that of a file format that the preset does not make. `possible` is a clause that says
    /// what the preset makes instead.
    case wrongExtension(String, possible: String)
    /// The output would replace a protected file or lie in a protected folder. `what` describes the place, as a clause.
    case outputIsProtected(String, what: String)
    /// The receipt has the same path as the output.
    case receiptIsOutput(String)
    /// Another export is replacing the folder.
    case outputBusy(String)
    /// The folder to replace contains a file that Replay did not write.
    case foreignFolder(String, file: String)
    /// The output's folder does not exist, or files cannot be created in it.
    case noFolder(String)
    /// A file of this format cannot have captions in this way.
    case noCaptions(CaptionMethod, String)
    /// The recording has no comments, which were asked for as captions. The value is its name.
    case noComments(String)
    /// The recording has no audio, and the file format holds only audio.
    case noAudioAtAll(String)
    /// The frames cannot be copied, although `RenderMethod.smart` was asked for.
    case notSmart(Rendering.Obstacle)
    /// The output, read back for a receipt, differs from the plan. The value describes the difference.
    case notAsPlanned(String)
    /// No frame of the recording could be decoded.
    case noFrame
    /// Planned frames are missing from the output. The value is a clause: how many of how many, where, and what to do.
    case lostFrames(String)
    /// The export was cancelled.
    case cancelled

    /// The category of the failure.
    public var category: ErrorCategory {
        switch self {
        case .outputExists, .outputIsFolder, .outputIsNoFolder, .outputIsNoFile, .outputIsProtected, .noFolder:
            .cannotCreate
        case .receiptIsOutput, .wrongExtension, .noCaptions: .usage
        case .outputBusy: .temporary
        case .noAudioAtAll, .noComments: .noInput
        case .notSmart, .noFrame, .lostFrames: .badData
        case .notAsPlanned, .foreignFolder: .failed
        case .cancelled: .cancelled
        }
    }

    /// A description of the failure for the user: a sentence without a full stop.
    public var description: String {
        switch self {
        case .outputExists(let path): "\(path) exists; --force replaces it"
        case .outputIsFolder(let path): "cannot write “\(path)”: not a file name"
        case .outputIsNoFolder(let path): "cannot create folder “\(path)”: a file or link of that name exists"
        case .outputIsNoFile(let path): "cannot replace \(path): it is not a regular file; choose another name"
        case .wrongExtension(let path, let possible): "cannot make “\(path)”: \(possible)"
        case .outputIsProtected(let path, let what): "cannot write \(path): \(what); choose another place"
        case .receiptIsOutput(let path): "\(path) cannot be the output and its receipt; give --receipt another name"
        case .outputBusy(let path): "another export is replacing \(path); try again"
        case .foreignFolder(let path, let file):
            "cannot replace \(path): it contains “\(file)”, which is not part of an export"
        case .noFolder(let path): "cannot write into \(path): no such folder, or it is not writable"
        case .noCaptions(.track, let kind):
            "a \(kind) file has no caption track; use burned, srt or vtt captions"
        case .noCaptions(let method, let kind):
            "\(kind) does not support \(method.rawValue) captions; use track or burned captions"
        case .noComments(let name): "“\(name)” has no comments, so they cannot be its captions"
        case .noAudioAtAll(let kind): "the recording has no audio, but a \(kind) file contains only audio"
        case .notSmart(let obstacle):
            "cannot export without encoding all frames: \(obstacle.text); use --render auto"
        case .notAsPlanned(let what): "the export differs from its plan, so it was not kept: \(what)"
        case .noFrame: "nothing was exported: no frame that the edit keeps can be decoded"
        case .lostFrames(let what): "nothing was exported: \(what)"
        case .cancelled: "the export was cancelled; nothing was written"
        }
    }
}

extension MovieError {
    /// True if the movie is damaged or truncated.
    package var isDamage: Bool { reason == .damaged || reason == .truncated }
}
