# Reads the output of endurance; prints how memory changed. The growth is the slope of the least-squares line over the
# second half: in the first minutes, heaps and the audio server's shared memory grow to their largest size.
$1 == "used" { cpu = $2 }
$1 == "memory" {
    if ($3 > dirtyPeak) dirtyPeak = $3
    if ($4 > allPeak) allPeak = $4
    at[++n] = $2; dirty[n] = $3; all[n] = $4
}
function slope(value,    i, m, x, xx, y, xy) {
    for (i = int(n / 2) + 1; i <= n; i++) {
        m++
        x += at[i]; xx += at[i] * at[i]
        y += value[i]; xy += at[i] * value[i]
    }
    return m > 1 ? 60 * (m * xy - x * y) / (m * xx - x * x) : 0
}
function line(name, peak, value, limit) {
    printf row, name, sprintf("%.1f", peak / 1024), n < 12 ? "-" : sprintf("%+d", value[int(n / 2)] - value[6]), \
        sprintf("%+.1f", slope(value)), limit, verdict(peak <= limit * 1024)
}
END {
    row = "%-14s %9s %22s %24s %9s  %s\n"
    printf "\nA video in a window, two audio tracks, %d s, %.4f CPU s/s\n", at[n], cpu
    printf row, "MEMORY", "MOST MB", "30 s TO HALF-TIME, KB", "2ND HALF, KB A MINUTE", "LIMIT MB", ""
    line("dirty", dirtyPeak, dirty, 50)
    line("all (RSS)", allPeak, all, 64)
    # Flat means that an hour's growth is less than a twentieth of the limit. Less than five minutes are not enough.
    flat = slope(dirty) * 60 < 50 * 1024 / 20 && slope(all) * 60 < 64 * 1024 / 20
    printf row, "flat", "", "", "", "", at[n] < 300 ? "too short to tell" : verdict(flat)
}
