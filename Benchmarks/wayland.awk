# What was measured on Wayland, the median of each, and what is wanted. Beside statistics.awk, which has median().
$1 == "wayland" { key = $2 " " $3 " " $4; values[key] = values[key] " " $5; if (!seen[key]++) keys[++count] = key }
$1 == "cost" && $2 == "motion" && $4 == "replay" { x11 = x11 " " $5 }

function wanted(key,   what, parts) {
    split(key, parts, " ")
    if (parts[3] != "replay") return ""
    what = parts[2]
    if (what == "frames") return ">= 0.95"
    if (what == "times-p95") return "<= 20"
    if (what == "motion-dirty") return "<= 60"
    if (what == "still-cpu") return "<= 0.01"
    if (what == "still-start") return "<= 1"
    if (what ~ /^audio/) return "<= 20"
    return ""
}
function is_missed(value, want,   parts, size) {
    if (want == "") return 0
    split(want, parts, " ")
    size = value < 0 ? -value : value
    return parts[1] == ">=" ? value < parts[2] : size > parts[2]
}
function middle(list,   numbers, n, i, j, t) {
    n = split(list, numbers, " ")
    for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (numbers[j] + 0 < numbers[i] + 0) { t = numbers[i]; numbers[i] = numbers[j]; numbers[j] = t }
    return numbers[int((n + 1) / 2)] + 0
}
END {
    printf "%-10s %-18s %-12s %10s  %s\n", "size", "what", "recorder", "median", "wanted"
    for (i = 1; i <= count; i++) {
        split(keys[i], parts, " ")
        value = middle(values[keys[i]])
        want = wanted(keys[i])
        printf "%-10s %-18s %-12s %10.3f  %s%s\n", parts[1], parts[2], parts[3], value, want, is_missed(value, want) ? "  MISSED" : ""
        if (parts[1] == "1920x1080" && parts[2] == "motion-cpu" && parts[3] == "replay") cpu = value
    }
    if (x11 != "" && cpu != "") {
        ratio = cpu / middle(x11)
        printf "%-10s %-18s %-12s %10.3f  %s%s\n", "1920x1080", "motion-cpu/X11", "replay", ratio, "<= 1.1", ratio > 1.1 ? "  MISSED" : ""
    }
}
