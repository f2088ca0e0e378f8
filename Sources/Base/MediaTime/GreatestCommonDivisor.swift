/// Returns the greatest common divisor of two numbers (Euclid's algorithm), or zero if both are zero.
func greatestCommonDivisor<Number: BinaryInteger>(_ first: Number, _ second: Number) -> Number.Magnitude {
    var (larger, smaller) = (first.magnitude, second.magnitude)
    while smaller != 0 {
        (larger, smaller) = (smaller, larger % smaller)
    }
    return larger
}
