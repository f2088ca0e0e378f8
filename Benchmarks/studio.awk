# Reads the output of studio; prints a table: medians over the rounds, with their range.
$1 == "studio" {
    n = ++count[$2]
    figure["cpu", $2, n] = $3
    figure["wall", $2, n] = $4
    if ($5 > most[$2]) most[$2] = $5
}

END {
    print "\nA minute with a style, 1920x1080 at 60 frames per second: medians (range) over the rounds"
    row = "%-52s %-9s %-26s %-20s %s\n"
    printf row, "", "WANTED", "MEASURED", "RATIO", ""
    compare_exports("CPU, style and six zooms / encoding the bare frames", "cpu", "styled", "bare", 1.6, "<= 1.6")
    compare_exports("CPU, the same / ffmpeg's own filters", "cpu", "styled", "nearest", 0.6, "<= 0.6")
    compare_exports("wall time, the same / encoding the bare frames", "wall", "styled", "bare", "", "")
    n = values("wall", "typing", a)
    printf row, "typing with a style, wall time", "<= 15 s", range(a, n, "%.1f"), "", verdict(median(a, n) <= 15)
    printf row, "the largest process", "<= 200 MB", sprintf("%.0f MB", megabytes("styled")), "", \
        verdict(megabytes("styled") <= 200)
}
