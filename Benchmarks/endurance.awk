# Reads what endurance prints; writes how memory went, from half a minute on: the line of least squares.
$1 == "used" { cpu = $2 }
$1 == "memory" {
    if ($3 > dirtyPeak) dirtyPeak = $3
    if ($4 > allPeak) allPeak = $4
    last = $2
    if ($2 < 30) next
    n++
    x += $2; xx += $2 * $2
    y += $3; xy += $2 * $3
    z += $4; xz += $2 * $4
}
function slope(sum, product) { return n > 1 ? 60 * (n * product - x * sum) / (n * xx - x * x) : 0 }
function verdict(met) { return met ? "met" : "MISSED" }
END {
    row = "%-24s %12s %14s %9s  %s\n"
    printf "\nA video in a window, two sounds, %d s, %.4f CPU s/s\n", last, cpu
    printf row, "MEMORY", "MOST MB", "KB A MINUTE", "LIMIT MB", ""
    printf row, "dirty", sprintf("%.1f", dirtyPeak / 1024), sprintf("%+.1f", slope(y, xy)), 50, \
        verdict(dirtyPeak <= 50 * 1024)
    printf row, "all (RSS)", sprintf("%.1f", allPeak / 1024), sprintf("%+.1f", slope(z, xz)), 64, \
        verdict(allPeak <= 64 * 1024)
    # Flat: what it would gain in an hour is less than a twentieth of the limit.
    printf row, "flat", "", "", "", verdict(slope(y, xy) * 60 < 50 * 1024 / 20 && slope(z, xz) * 60 < 64 * 1024 / 20)
}
