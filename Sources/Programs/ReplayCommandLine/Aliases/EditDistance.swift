/// The edit distance of two words: the number of bytes that are missing, added, wrong, or swapped with the next one.
enum EditDistance {
    /// Returns the optimal string alignment distance. See L. Boytsov, “Indexing methods for approximate dictionary
    /// searching”, 2011.
    static func between(_ one: String, _ other: String) -> Int {
        let (a, b) = (Array(one.utf8), Array(other.utf8))
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let replaced = rows[i][j] + (a[i] == b[j] ? 0 : 1)
                var best = min(rows[i][j + 1] + 1, row[j] + 1, replaced)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }

    /// Returns the maximum distance at which a word counts as a misspelling of another one.
    static func limit(for word: String) -> Int { word.utf8.count < 8 ? 1 : 2 }
}
