# Reads the output of exports; prints tables: medians over the rounds, with their range.

$1 == "export" {
    if (!count[$2]) order[++names] = $2
    n = ++count[$2]
    figure["cpu", $2, n] = $3
    figure["wall", $2, n] = $4
    if ($5 > most[$2]) most[$2] = $5
    frames[$2] = $6
}
$1 == "wrong" { wrong[$2] = $3 }
$1 == "facts" { wanted[$2] = $3; equal[$2] = $4; removed[$2] = $5; worst[$2] = $6 }
$1 == "skipped" { $1 = ""; skipped[++skips] = $0 }

END {
    says["copied"] = "Replay, one audio track, copied"
    says["mixed"] = "Replay, both tracks, --no-mix"
    says["pauses"] = "Replay, one of two tracks in pauses"
    says["along"] = "Replay, both tracks"
    says["copied-100"] = "Replay, 100 cuts, audio copied"
    says["copy"] = "ffmpeg -c copy, concat"
    says["ffmpeg"] = "ffmpeg, encoding, veryfast"
    says["smartcut"] = "smartcut 1.7"
    says["smartcut-100"] = "smartcut 1.7, 100 cuts"
    says["melt"] = "melt, veryfast, one run"
    wanted["copy"] = wanted["ffmpeg"] = wanted["smartcut"] = wanted["melt"] = wanted["copied"]
    wanted["smartcut-100"] = wanted["copied-100"]

    print "\nEach: medians (range) over the rounds; the largest process; frames, and by how many there are too many"
    row = "%-37s %-22s %-22s %8s  %s\n"
    printf row, "", "CPU SECONDS", "SECONDS", "PEAK MB", "FRAMES"
    for (k = 1; k <= names; k++) {
        who = order[k]
        values("cpu", who, a)
        n = values("wall", who, b)
        printf row, says[who], range(a, n, "%.2f"), range(b, n, "%.2f"), sprintf("%.0f", megabytes(who)), \
            sprintf("%d (%+d)", frames[who], frames[who] - wanted[who])
    }
    print "\nPlaces with another frame than the edit says, by the barcodes, in what others made"
    split("melt smartcut ffmpeg copy", others, " ")
    for (k = 1; k <= 4; k++) if (others[k] in wrong) printf "%-37s %d\n", says[others[k]], wrong[others[k]]
    for (k = 1; k <= skips; k++) print "not measured:" skipped[k]

    print "\nWhat is wanted: ratios of each round, their median (range)"
    row = "%-47s %-9s %-20s %-22s %s\n"
    printf row, "", "WANTED", "MEASURED", "RATIO", ""
    compare_exports("CPU / ffmpeg encoding, audio copied", "cpu", "copied", "ffmpeg", 1 / 50, "<= 1/50")
    compare_exports("CPU / ffmpeg encoding, both tracks, --no-mix", "cpu", "mixed", "ffmpeg", 1 / 50, "<= 1/50")
    compare_exports("  in seconds of time: mixed beside the encoder", "wall", "mixed", "ffmpeg", 0, "")
    compare_exports("CPU / ffmpeg encoding, one of two silent for 2/3", "cpu", "pauses", "ffmpeg", 1 / 50, "<= 1/50")
    compare_exports("CPU / ffmpeg encoding, both tracks", "cpu", "along", "ffmpeg", 1 / 50, "<= 1/50")
    compare_exports("CPU / smartcut, audio copied", "cpu", "copied", "smartcut", 0.25, "<= 1/4")
    compare_exports("CPU / smartcut, both tracks, --no-mix", "cpu", "mixed", "smartcut", 0.4, "<= 0.4")
    compare_exports("CPU / smartcut, 100 cuts, audio copied", "cpu", "copied-100", "smartcut-100", 0.25, "<= 0.25")
    compare_exports("CPU / ffmpeg -c copy, audio copied", "cpu", "copied", "copy", 2, "<= 2")
    split("copied mixed along pauses copied-100", mine, " ")
    for (k = 1; k <= 5; k++) {
        who = mine[k]
        if (!(who in worst)) continue
        printf row, "peak memory: " says[who], "<= 70 MB", sprintf("%.0f MB", megabytes(who)), "", verdict(megabytes(who) <= 70)
        printf row, "frames: " says[who], wanted[who], frames[who], "", verdict(frames[who] == wanted[who])
        printf row, "  at the wrong place, by their barcodes", 0, wrong[who], "", verdict(wrong[who] == 0)
        printf row, "  of them packets of the recording, to the bit", "", equal[who], \
            sprintf("%.1f %%", 100 * equal[who] / frames[who]), ""
        printf row, "  packets of what was removed", 0, removed[who], "", verdict(removed[who] == 0)
        printf row, "  the worst frame", ">= 40 dB", worst[who] " dB", "", verdict(worst[who] == "inf" || worst[who] >= 40)
    }
}
