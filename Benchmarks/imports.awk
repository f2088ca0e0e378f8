# Reads the output of imports; prints a table per movie: medians over the rounds, with their range.
$1 == "export" {
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
    split("obs phone", movies, " ")
    says["obs"] = "as OBS records"
    says["phone"] = "as a phone records"
    split("replay full smartcut ffmpeg", programs, " ")
    says["replay"] = "Replay"
    says["full"] = "Replay, --render full"
    says["smartcut"] = "smartcut 1.7"
    says["ffmpeg"] = "ffmpeg, encoding, veryfast"
    for (m = 1; m <= 2; m++) {
        movie = movies[m]
        printf "\nA movie %s, cut at five places: medians (range) over the rounds; the largest process\n", says[movie]
        row = "%-31s %-22s %-22s %8s  %-14s %s\n"
        printf row, "", "CPU SECONDS", "SECONDS", "PEAK MB", "FRAMES", "AT A WRONG PLACE"
        for (k = 1; k <= 4; k++) {
            who = movie "-" programs[k]
            if (!count[who]) continue
            values("cpu", who, a)
            n = values("wall", who, b)
            printf row, says[programs[k]], range(a, n, "%.2f"), range(b, n, "%.2f"), sprintf("%.0f", megabytes(who)), \
                sprintf("%d (%+d)", frames[who], frames[who] - wanted[movie "-replay"]), wrong[who]
        }
        row = "%-47s %-9s %-20s %-22s %s\n"
        who = movie "-replay"
        compare_exports("CPU / ffmpeg encoding", "cpu", who, movie "-ffmpeg", 1 / 20, "<= 1/20")
        compare_exports("CPU / smartcut", "cpu", who, movie "-smartcut", 0.5, "<= 0.5")
        printf row, "peak memory", "<= 100 MB", sprintf("%.0f MB", megabytes(who)), "", verdict(megabytes(who) <= 100)
        printf row, "frames at the wrong place, by their barcodes", 0, wrong[who], "", verdict(wrong[who] == 0)
        printf row, "packets of the movie, to the bit", "", equal[who], sprintf("%.1f %%", 100 * equal[who] / frames[who]), ""
        printf row, "packets of what was removed", 0, removed[who], "", verdict(removed[who] == 0)
        printf row, "the worst frame", ">= 40 dB", worst[who] " dB", "", verdict(worst[who] == "inf" || worst[who] >= 40)
    }
    for (k = 1; k <= skips; k++) print "not measured:" skipped[k]
}
