# Reads the output of side-by-side and fidelity; prints tables: medians over the rounds, with their range.
function take(key, recorder, list,    n) {
    for (n = 1; n <= count[key, recorder]; n++) list[n] = cpu[key, recorder, n]
    return count[key, recorder]
}

$1 == "cost" {
    key = $2 " " $3
    if (!(key in seen)) { seen[key] = 1; keys[++keyCount] = key }
    n = ++count[key, $4]
    cpu[key, $4, n] = $5
    if ($6 > dirty[key, $4]) dirty[key, $4] = $6
    if ($7 > all[key, $4]) all[key, $4] = $7
    rate[key, $4] += $8
}
$1 == "frames" { got = $2; drawn = $3 }
$1 == "times" { p95 = $2 }
$1 == "audio" { tracks[++trackCount] = $2; offset[trackCount] = $3 }

END {
    wanted["still"] = 40; wanted["typing"] = 10; wanted["video"] = 2; wanted["motion"] = 1.5
    row = "%-7s %-6s  %-24s %-24s %-21s %-6s %-7s %s\n"
    print "\nCPU seconds per second: median (range); frames per second that each got"
    printf row, "SCENE", "AUDIO", "REPLAY", "FFMPEG", "RATIO", "WANTED", "", "FRAMES"
    for (k = 1; k <= keyCount; k++) {
        key = keys[k]
        split(key, name, " ")
        rounds = take(key, "replay", a)
        take(key, "ffmpeg", b)
        for (n = 1; n <= rounds; n++) r[n] = b[n] / a[n]
        middle = median(r, rounds)
        printf row, name[1], name[2], range(a, rounds, "%.4f"), range(b, rounds, "%.4f"), \
            sprintf("1/%.1f (%.1f-%.1f)", middle, r[1], r[rounds]), "1/" wanted[name[1]], \
            verdict(middle >= wanted[name[1]]), \
            sprintf("%.0f, %.0f", rate[key, "replay"] / rounds, rate[key, "ffmpeg"] / rounds)
    }
    row = "%-7s %-6s  %10s %10s %12s %12s  %s\n"
    print "\nMemory: the most seen, in MB; wanted: dirty at most 50, all at most 64"
    printf row, "SCENE", "AUDIO", "DIRTY", "ALL (RSS)", "FFMPEG DIRTY", "FFMPEG ALL", ""
    for (k = 1; k <= keyCount; k++) {
        key = keys[k]
        split(key, name, " ")
        printf row, name[1], name[2], dirty[key, "replay"], all[key, "replay"], dirty[key, "ffmpeg"], \
            all[key, "ffmpeg"], verdict(dirty[key, "replay"] <= 50 && all[key, "replay"] <= 64)
    }
    row = "%-7s  %10s %10s %10s  %s\n"
    print "\nThe proxy: CPU seconds per second, medians; wanted: at most 0.05"
    printf row, "SCENE", "WITH", "WITHOUT", "PROXY", ""
    for (k = 1; k <= keyCount; k++) {
        key = keys[k]
        if (!count[key, "bare"]) continue
        split(key, name, " ")
        with = median(a, take(key, "replay", a))
        without = median(b, take(key, "bare", b))
        printf row, name[1], sprintf("%.4f", with), sprintf("%.4f", without), sprintf("%.4f", with - without), \
            verdict(with - without <= 0.05)
    }
    if (drawn == 0) exit
    print "\nThe whole screen in motion, two audio tracks"
    row = "%-34s %-22s %-16s %s\n"
    printf row, "frames got of drawn", sprintf("%d of %d (%.2f %%)", got, drawn, 100 * got / drawn), ">= 99 %", \
        verdict(got >= 0.99 * drawn)
    printf row, "frames' times, 95th percentile", sprintf("%.2f ms", p95), "<= 5 ms", verdict(p95 <= 5)
    for (n = 1; n <= trackCount; n++)
        printf row, "audio after video: " tracks[n], sprintf("%.1f ms", offset[n]), "within 40 ms", \
            verdict(offset[n] <= 40 && offset[n] >= -40)
}
