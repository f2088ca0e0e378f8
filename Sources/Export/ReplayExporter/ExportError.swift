public import ReplayErrors
public import ReplayLibrary
import ReplayMovie

/// An export that could not be made.
public enum ExportError: CategorizedError {
    /// There is a file of the output's name.
    case outputExists(String)
    /// The output's name is that of a folder, or of nothing.
    case outputIsFolder(String)
    /// A folder was to be made of that name, but it is that of a file or of a link.
    case outputIsNoFolder(String)
    /// There is something of the output's name that is no regular file: a link, a device, a pipe. It is never replaced.
    case outputIsNoFile(String)
    /// The name says that it is a kind of file that the preset does not make; what there is instead, as a clause.
    case wrongExtension(String, possible: String)
    /// What would be lost there must not be; what it is, as a clause.
    case outputIsProtected(String, what: String)
    /// A receipt would replace the output that it tells about.
    case receiptIsOutput(String)
    /// Another export is replacing the folder.
    case outputBusy(String)
    /// The folder that is to be replaced holds a file that Replay has not written.
    case foreignFolder(String, file: String)
    /// There is no such folder, or none in which files can be made.
    case noFolder(String)
    /// Such a file, by its kind, cannot have captions in this way.
    case noCaptions(CaptionMethod, String)
    /// The recording has no such audio.
    case noAudio(AudioSource)
    /// The recording has no audio, and a file of this kind holds nothing else.
    case noAudioAtAll(String)
    /// Frames were to be copied, but cannot be.
    case notSmart(Rendering.Obstacle)
    /// What was written, read back for a receipt, is not what was meant; what it is.
    case notAsPlanned(String)
    /// No frame of the recording could be decoded.
    case noFrame
    /// Frames that the plan has are not in the output: how many of how many, where, and what to do, as a clause.
    case lostFrames(String)
    /// It was cancelled.
    case cancelled

    /// What kind of failure it is.
    public var category: ErrorCategory {
        switch self {
        case .outputExists, .outputIsFolder, .outputIsNoFolder, .outputIsNoFile, .outputIsProtected, .noFolder:
            .cannotCreate
        case .receiptIsOutput, .wrongExtension, .noCaptions: .usage
        case .outputBusy: .temporary
        case .noAudio, .noAudioAtAll: .noInput
        case .notSmart, .noFrame, .lostFrames: .badData
        case .notAsPlanned, .foreignFolder: .failed
        case .cancelled: .cancelled
        }
    }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        switch self {
        case .outputExists(let path): "\(path) exists; --force replaces it"
        case .outputIsFolder(let path): "cannot write “\(path)”: that is no file's name"
        case .outputIsNoFolder(let path): "cannot make a folder of the name “\(path)”: there is a file or a link"
        case .outputIsNoFile(let path): "\(path) is not replaced: it is no regular file; choose another name"
        case .wrongExtension(let path, let possible): "cannot make “\(path)”: \(possible)"
        case .outputIsProtected(let path, let what): "cannot write \(path): \(what); choose another place"
        case .receiptIsOutput(let path): "\(path) cannot be the output and its receipt; give --receipt another name"
        case .outputBusy(let path): "another export is replacing \(path); try again"
        case .foreignFolder(let path, let file):
            "\(path) is not replaced: it holds “\(file)”, which is not of an export"
        case .noFolder(let path): "cannot write into \(path): there is no such folder, or none that takes files"
        case .noCaptions(.track, let kind):
            "a \(kind) file gets no track of captions; burned, srt and vtt are other ways to give them"
        case .noCaptions(let method, let kind):
            "\(method.rawValue) captions are no part of \(kind), which has them as a track, or burned"
        case .noAudio(.application): "the recording has no application audio"
        case .noAudio(.microphone): "the recording has no microphone audio"
        case .noAudioAtAll(let kind): "the recording has no audio, and a \(kind) file has nothing else"
        case .notSmart(let obstacle):
            "it cannot be exported without rendering all of it anew: \(obstacle.text); --render auto does that"
        case .notAsPlanned(let what): "the export is not as it was planned, so it was not kept: \(what)"
        case .noFrame: "nothing was exported: no frame of what the edit keeps can be decoded"
        case .lostFrames(let what): "nothing was exported: \(what)"
        case .cancelled: "the export was cancelled; nothing was written"
        }
    }
}
