# Reads the output of ladder; prints tables: medians over the rounds, with their range.
# compare: a line that compares Replay with another program, round by round, with `part` as the limit of the ratio; 0
# for no limit.
function compare(title, what, who, other, part, form,    a, b, r, rounds, ratio, text) {
    text = part ? "<= " part : ""
    if (!count[who] || !count[other]) {
        printf row, title, text, "-", "-", "not measured"
        return
    }
    values(what, who, a)
    values(what, other, b)
    rounds = ratios(what, who, other, r)
    ratio = median(r, rounds)
    printf row, title, text, sprintf(form, median(a, count[who]), median(b, count[other])), \
        sprintf("%.2f (%.2f-%.2f)", ratio, r[1], r[rounds]), part ? verdict(ratio <= part) : ""
}

$1 == "export" {
    if (!count[$2]) order[++names] = $2
    n = ++count[$2]
    figure["cpu", $2, n] = $3
    figure["wall", $2, n] = $4
    figure["peak", $2, n] = $5 * 1.024 / 1000
}
$1 == "rungs" { rungs[$2] = $3; bytes[$2] = $4 }
$1 == "judged" { violations[$2] = $3; warnings[$2] = $4 }
$1 == "skipped" { $1 = ""; skipped[++skips] = $0 }

END {
    says["encoded"] = "Replay, all rungs encoded"
    says["copied"] = "Replay, the source's rung copied"
    says["ffmpeg"] = "ffmpeg, split, one process"
    says["ffmpeg-plain"] = "the same without B-frames"

    print "\nEach: medians (range) over the rounds; rungs of frames; all files"
    row = "%-34s %-24s %-24s %-20s %5s %6s\n"
    printf row, "", "CPU SECONDS", "SECONDS", "PEAK MB", "RUNGS", "MB"
    for (k = 1; k <= names; k++) {
        who = order[k]
        n = values("cpu", who, a)
        values("wall", who, b)
        values("peak", who, c)
        printf row, says[who], range(a, n, "%.2f"), range(b, n, "%.2f"), range(c, n, "%.0f"), rungs[who], \
            sprintf("%.1f", bytes[who] / 1e6)
    }
    for (k = 1; k <= skips; k++) print "not measured:" skipped[k]

    print "\nWhat is wanted: ratios of each round, their median (range)"
    row = "%-47s %-9s %-20s %-18s %s\n"
    printf row, "", "WANTED", "MEASURED", "RATIO", ""
    compare("CPU / ffmpeg, all rungs encoded", "cpu", "encoded", "ffmpeg", 0.92, "%.1f s / %.1f s")
    compare("CPU / ffmpeg, the source's rung copied", "cpu", "copied", "ffmpeg", 0.55, "%.1f s / %.1f s")
    compare("peak memory / ffmpeg, all rungs encoded", "peak", "encoded", "ffmpeg", 0.5, "%.0f MB / %.0f MB")
    compare("peak memory / ffmpeg, the source's rung copied", "peak", "copied", "ffmpeg", 0.5, "%.0f MB / %.0f MB")
    compare("CPU / ffmpeg -bf 0, all rungs encoded", "cpu", "encoded", "ffmpeg-plain", 0, "%.1f s / %.1f s")
    compare("CPU / ffmpeg -bf 0, the source's rung copied", "cpu", "copied", "ffmpeg-plain", 0, "%.1f s / %.1f s")
    for (k = 1; k <= names; k++) {
        who = order[k]
        if (!(who in violations)) continue
        others = who ~ /^ffmpeg/
        printf row, "violations: " says[who], others ? "" : 0, violations[who], "", \
            others ? "" : verdict(violations[who] == 0)
    }
}
