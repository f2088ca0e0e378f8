# Reads the output of edits; prints a table: medians over the rounds, with their range.
$1 == "edit" {
    n = ++count[$2]
    figure["cpu", $2, n] = $3
    figure["wall", $2, n] = $4
    if ($5 > most[$2]) most[$2] = $5
}
$1 == "encoded" { encoded = $2; touched = $3 }

END {
    row = "%-52s %-9s %-26s %-20s %s\n"
    printf row, "", "WANTED", "MEASURED", "RATIO", ""
    values("cpu", "blurred", a)
    values("cpu", "gops", b)
    n = ratios("cpu", "blurred", "gops", r)
    ratio = median(r, n)
    printf row, "CPU, ten blurs of 2 s / encoding the GOPs they touch", "<= 1.3", \
        sprintf("%.2f s / %.2f s", median(a, count["blurred"]), median(b, count["gops"])), \
        sprintf("%.2f (%.2f-%.2f)", ratio, r[1], r[n]), verdict(ratio <= 1.3)
    printf row, "  frames encoded, frames of those GOPs", "", encoded " / " touched, "", verdict(encoded <= touched)
    printf row, "  the largest process", "", sprintf("%.0f MB", most["blurred"] * 1.024 / 1000), "", ""
    n = values("wall", "idle", a)
    printf row, "trim --idle --dry-run on a recording of an hour", "<= 1 s", range(a, n, "%.2f"), "", \
        verdict(median(a, n) <= 1)
    n = values("wall", "import", b)
    printf row, "  on an import, whose audio is decoded", "", range(b, n, "%.2f"), "", ""
    n = values("wall", "autozoom", a)
    printf row, "autozoom --dry-run on a recording of an hour", "<= 1 s", range(a, n, "%.2f"), "", verdict(median(a, n) <= 1)
    n = values("wall", "apply", a)
    values("wall", "plan", b)
    for (i = 1; i <= n; i++) a[i] += b[i]
    printf row, "10,000 operations applied and planned", "<= 1 s", range(a, n, "%.2f"), "", verdict(median(a, n) <= 1)
}
