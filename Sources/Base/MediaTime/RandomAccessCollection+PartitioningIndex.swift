extension RandomAccessCollection {
    /// Returns the first index whose element satisfies the condition, or `endIndex`. All elements after that one must
    /// satisfy it too, because the search is binary.
    @inlinable package func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Index {
        var (start, length) = (startIndex, count)
        while length > 0 {
            let half = length / 2
            let middle = index(start, offsetBy: half)
            if belongsInSecondPartition(self[middle]) {
                length = half
            } else {
                start = index(after: middle)
                length -= half + 1
            }
        }
        return start
    }
}
