# Reads the output of broadcast; prints a table: medians over the rounds, with their range.
$1 == "broadcast" { figure["", $2, ++count[$2]] = $3 }

END {
    print "\nBroadcasts at 1080p60: medians (range) over the rounds"
    row = "%-62s %-9s %-26s %s\n"
    printf row, "", "WANTED", "FOUND", ""
    limited("replay-cast copying to RTMP, CPU, % of a core", "cast-cpu", "<= 1", "%.2f")
    limited("the same, dirty memory, MB", "cast-memory", "<= 25", "%.1f")
    limited("the recorder alone, CPU of a core", "alone-cpu", "", "%.3f")
    limited("the recorder with a good, a hung and a dead target, CPU", "faulty-cpu", "", "%.3f")
    limited("the same, more CPU, %", "faulty-ratio", "<= 2", "%.1f")
    limited("frame times of the recording alone, p95, ms", "alone-p95", "", "%.2f")
    limited("the same with these targets, p95, ms", "faulty-p95", "<= 5", "%.2f")
    limited("frames that the recording loses by these targets", "faulty-lost", "<= 0", "%d")
    limited("frames lost by a target beside a dead one and a slow one", "third-lost", "<= 0", "%d")
    limited("frames sent at 500 kbit/s", "slow-frames", "", "%d")
    limited("frames left out at 500 kbit/s", "slow-left-out", "", "%d")
    limited("broadcast stop while live, s", "stop-live", "<= 1", "%.2f")
    limited("broadcast stop while connecting, s", "stop-connecting", "<= 1", "%.2f")
    limited("broadcast stop while waiting, s", "stop-waiting", "<= 1", "%.2f")
    limited("broadcast stop while paused, s", "stop-paused", "<= 1", "%.2f")
    limited("broadcast stop while stalled, s", "stop-stalled", "<= 1", "%.2f")
    limited("server killed and back: live again, s", "live-again", "<= 4.1", "%.2f")
    limited("screen to frame in the player page, median, ms", "viewer-page-median", "<= 1800", "%.0f")
    limited("the same, p95, ms", "viewer-page-p95", "", "%.0f")
    limited("screen to frame in hls.js, median, ms", "viewer-hls.js-median", "<= 1800", "%.0f")
    limited("the same, p95, ms", "viewer-hls.js-p95", "", "%.0f")
    limited("violations while it is validated for a minute", "viewer-violations", "<= 0", "%d")
    limited("violations of folders and viewers with pauses and kills", "validity-violations", "<= 0", "%d")
    limited("such kills of the writer", "validity-kills", "", "%d")
    limited("such pauses", "validity-pauses", "", "%d")
}
