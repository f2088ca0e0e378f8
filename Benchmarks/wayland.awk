# Reads the output of wayland, and of side-by-side for the same scene on an X display; prints a table: medians over the
# rounds, with their range and limits.
$1 == "wayland" { note($2 " " $3 " " $4, $5) }
$1 == "cost" && $2 == "motion" && $4 == "replay" { note("X11", $5) }

function note(key, value) {
    if (!count[key]++ && key != "X11") keys[++names] = key
    figure["value", key, count[key]] = value
}
function wanted(what) {
    if (what == "frames") return ">= 0.95"
    if (what == "times-p95") return "<= 20"
    if (what == "motion-dirty") return "<= 60"
    if (what == "still-cpu") return "<= 0.01"
    if (what == "still-start") return "<= 1"
    if (what ~ /^audio/) return "<= 20"
    return ""
}
function worth(value, want,    parts) {
    if (want == "") return ""
    split(want, parts, " ")
    if (value < 0) value = -value
    return verdict(parts[1] == ">=" ? value >= parts[2] : value <= parts[2])
}
function line(size, what, who, list, n, want) {
    printf "%-10s %-18s %-12s %-24s %-8s %s\n", size, what, who, range(list, n, "%.3f"), want, worth(median(list, n), want)
}
END {
    printf "%-10s %-18s %-12s %-24s %s\n", "SIZE", "", "RECORDER", "MEASURED", "WANTED"
    for (i = 1; i <= names; i++) {
        split(keys[i], parts, " ")
        n = values("value", keys[i], list)
        line(parts[1], parts[2], parts[3], list, n, parts[3] == "replay" ? wanted(parts[2]) : "")
    }
    n = ratios("value", "1920x1080 motion-cpu replay", "X11", list)
    if (n) line("1920x1080", "motion-cpu / X11", "replay", list, n, "<= 1.1")
}
