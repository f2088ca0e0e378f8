/// A command to a recorder that is at work. It answers within 2 s, so it leaves the repair of other recordings, which may take
/// longer, to the commands that read them.
package protocol ControlsRecorder {}

extension Status: ControlsRecorder {}
extension Pause: ControlsRecorder {}
extension Resume: ControlsRecorder {}
extension Mute: ControlsRecorder {}
extension Unmute: ControlsRecorder {}
extension Cover: ControlsRecorder {}
extension Uncover: ControlsRecorder {}
extension Mark: ControlsRecorder {}
