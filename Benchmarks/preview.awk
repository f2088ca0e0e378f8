# Reads the output of preview; prints a table: medians over the rounds, with their range.
function line(title, name, wanted, form,    list, n, found, limit) {
    n = values("", name, list)
    if (!n) {
        printf row, title, wanted, "not measured", wanted == "" ? "" : verdict(0)
        return
    }
    found = range(list, n, form)
    split(wanted, limit, " ")
    printf row, title, wanted, found, wanted == "" ? "" : verdict(is_met(limit[1], limit[2] + 0, list, n))
}
# A requirement must be met in each round. For figures that vary with the machine's load, the median counts.
function is_met(relation, limit, list, n) {
    if (relation == "=") return list[1] == limit && list[n] == limit
    if (relation == ">=") return list[1] >= limit
    return median(list, n) <= limit
}

$1 == "preview" { figure["", $2, ++count[$2]] = $3 }

END {
    print "\nThe preview in Chromium: medians (range) over the rounds"
    row = "%-58s %-9s %-26s %s\n"
    printf row, "", "WANTED", "FOUND", ""
    line("exact seeks of 1,000, 1080p", "seeks-right", "= 1000", "%d")
    line("seek, 1080p, median, ms", "seek-median", "", "%.1f")
    line("seek, 1080p, p95, ms", "seek-p95", "<= 40", "%.1f")
    line("seek, 1 h, p95, ms", "seek-p95-1", "", "%.1f")
    line("seek, 8 h, p95, ms", "seek-p95-8", "", "%.1f")
    line("cut by the keyboard until it is shown, 1080p, median, ms", "cut-median-0", "<= 250", "%.0f")
    line("the same, p95, ms", "cut-p95-0", "<= 250", "%.0f")
    line("the same, 1 h, median, ms", "cut-median-1", "<= 250", "%.0f")
    line("the same, 1 h, p95, ms", "cut-p95-1", "<= 250", "%.0f")
    line("the same, 8 h, median, ms", "cut-median-8", "", "%.0f")
    line("the same, 8 h, p95, ms", "cut-p95-8", "", "%.0f")
    line("gap at a cut while playing, median, ms", "gap-median", "<= 50", "%.1f")
    line("cuts that were played across", "gaps", "", "%d")
    line("removed frames shown while playing", "removed-shown", "= 0", "%d")
    line("removed frames sent by the server", "removed-served", "= 0", "%d")
    line("first frame, 20 s, s", "first-0", "", "%.2f")
    line("first frame, 1 h, s", "first-1-again", "<= 1", "%.2f")
    line("first frame, 8 h, s", "first-8-again", "<= 1.5", "%.2f")
    line("the same, 1 h, its audio being read, s", "first-1-first", "<= 1", "%.2f")
    line("the same, 8 h, its audio being read, s", "first-8-first", "<= 1.5", "%.2f")
    line("film strip and waveform, 1 h, the first time, s", "strip-1-first", "<= 20", "%.1f")
    line("film strip and waveform, 1 h, after that, s", "strip-1-again", "<= 3", "%.1f")
    line("film strip and waveform, 8 h, the first time, s", "strip-8-first", "", "%.1f")
    line("film strip and waveform, 8 h, after that, s", "strip-8-again", "", "%.1f")
    line("other frames than an export's, at 100 times", "other-motion", "= 0", "%d")
    line("the same with a camera", "other-camera", "= 0", "%d")
    line("least SSIM to an export, at 100 times", "ssim-motion", ">= 0.95", "%.3f")
    line("the same with a camera", "ssim-camera", ">= 0.95", "%.3f")
    line("the same with a style, a zoom and an arrow", "ssim-styled", ">= 0.95", "%.3f")
    line("the same in full resolution, as a paused page", "ssim-paused", ">= 0.95", "%.3f")
    line("styled frames sent per second, 1080p", "styled-rate", ">= 30", "%.0f")
    line("server's private memory, four pages, 1 h, MB", "memory-1", "<= 60", "%.0f")
    line("server's private memory, four pages, 8 h, MB", "memory-8", "<= 120", "%.0f")
    line("the same, a page, after its audio was read, 1 h, MB", "memory-1-reading", "", "%.0f")
    line("the same, 8 h, MB", "memory-8-reading", "", "%.0f")
    line("the page and its modules, KB", "weight", "<= 250", "%.0f")
}
