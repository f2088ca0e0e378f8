extension RandomAccessCollection {
    /// The first index whose element satisfies a condition that holds for all elements after it too, or
    /// `endIndex`; found by halving.
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
