extension String {
    /// What is wrong, without the advice that an error gives after it: a finding has a remedy of its own.
    package var firstSentence: String {
        var text = self[...]
        for place in indices where self[place] == "." {
            let next = index(after: place)
            guard next == endIndex || self[next] == " " else { continue }
            text = self[..<place]
            break
        }
        return String(text)
    }
}
