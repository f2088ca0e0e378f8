# Reads the output of broadcast; prints a table: medians over the rounds, with their range.
function line(title, name, wanted, form,    list, n, limit) {
    n = values("", name, list)
    if (!n) {
        printf row, title, wanted, "not measured", wanted == "" ? "" : verdict(0)
        return
    }
    split(wanted, limit, " ")
    printf row, title, wanted, range(list, n, form), wanted == "" ? "" : verdict(median(list, n) <= limit[2] + 0)
}

$1 == "broadcast" { figure["", $2, ++count[$2]] = $3 }

END {
    print "\nBroadcasts at 1080p60: medians (range) over the rounds"
    row = "%-62s %-9s %-26s %s\n"
    printf row, "", "WANTED", "FOUND", ""
    line("replay-cast copying to RTMP, CPU, % of a core", "cast-cpu", "<= 1", "%.2f")
    line("the same, dirty memory, MB", "cast-memory", "<= 25", "%.1f")
    line("the recorder alone, CPU of a core", "alone-cpu", "", "%.3f")
    line("the recorder with a good, a hung and a dead target, CPU", "faulty-cpu", "", "%.3f")
    line("the same, more CPU, %", "faulty-ratio", "<= 2", "%.1f")
    line("frame times of the recording alone, p95, ms", "alone-p95", "", "%.2f")
    line("the same with these targets, p95, ms", "faulty-p95", "<= 5", "%.2f")
    line("frames that the recording loses by these targets", "faulty-lost", "<= 0", "%d")
    line("broadcast stop while live, s", "stop-live", "<= 1", "%.2f")
    line("broadcast stop while connecting, s", "stop-connecting", "<= 1", "%.2f")
    line("broadcast stop while waiting, s", "stop-waiting", "<= 1", "%.2f")
    line("broadcast stop while paused, s", "stop-paused", "<= 1", "%.2f")
    line("broadcast stop while stalled, s", "stop-stalled", "<= 1", "%.2f")
    line("server killed and back: live again, s", "live-again", "<= 4.1", "%.2f")
    line("screen to frame in the player page, median, ms", "viewer-page-median", "<= 1800", "%.0f")
    line("the same, p95, ms", "viewer-page-p95", "", "%.0f")
    line("screen to frame in hls.js, median, ms", "viewer-hls.js-median", "<= 1800", "%.0f")
    line("the same, p95, ms", "viewer-hls.js-p95", "", "%.0f")
    line("violations while it is validated for a minute", "viewer-violations", "<= 0", "%d")
}
