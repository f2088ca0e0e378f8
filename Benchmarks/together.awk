# Reads the output of together; prints a table: medians over the rounds, with their range.
function line(title, name, wanted, form,    list, n, limit) {
    n = values("", name, list)
    if (!n) {
        printf row, title, wanted, "not measured", wanted == "" ? "" : verdict(0)
        return
    }
    split(wanted, limit, " ")
    printf row, title, wanted, range(list, n, form), wanted == "" ? "" : verdict(median(list, n) <= limit[2] + 0)
}

$1 == "together" { figure["", $2, ++count[$2]] = $3 }

END {
    print "\nThree pages that watch together: medians (range) over the rounds"
    row = "%-58s %-9s %-26s %s\n"
    printf row, "", "WANTED", "FOUND", ""
    line("spread of positions, median, ms", "median", "<= 20", "%.1f")
    line("the same, p95, ms", "p95", "<= 50", "%.1f")
    line("the same, greatest, ms", "max", "", "%.0f")
    line("samples", "samples", "", "%d")
    line("while playing: median, ms", "median-playing", "<= 20", "%.1f")
    line("the same, p95, ms", "p95-playing", "", "%.1f")
    line("the same, greatest, ms", "max-playing", "", "%.0f")
    line("samples while playing", "samples-playing", "", "%d")
}
