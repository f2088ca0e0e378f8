# Reads the output of together; prints a table: medians over the rounds, with their range.
$1 == "together" { figure["", $2, ++count[$2]] = $3 }

END {
    print "\nThree pages that watch together: medians (range) over the rounds"
    row = "%-58s %-9s %-26s %s\n"
    printf row, "", "WANTED", "FOUND", ""
    limited("spread of positions, median, ms", "median", "<= 20", "%.1f")
    limited("the same, p95, ms", "p95", "<= 50", "%.1f")
    limited("the same, greatest, ms", "max", "", "%.0f")
    limited("samples", "samples", "", "%d")
    limited("while playing: median, ms", "median-playing", "<= 20", "%.1f")
    limited("the same, p95, ms", "p95-playing", "", "%.1f")
    limited("the same, greatest, ms", "max-playing", "", "%.0f")
    limited("samples while playing", "samples-playing", "", "%d")
}
