# Reads what side-by-side prints; writes a table: medians over the rounds, and the range of the ratio by round.
function median(list, n,    i, j, t) {
    for (i = 2; i <= n; i++) {
        t = list[i]
        for (j = i - 1; j > 0 && list[j] > t; j--) list[j + 1] = list[j]
        list[j + 1] = t
    }
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

{
    key = $1 " " $2
    if (!(key in seen)) { seen[key] = 1; keys[++keyCount] = key }
    n = ++count[key, $3]
    cpu[key, $3, n] = $4
    memory[key, $3, n] = $5
}

END {
    wanted["still"] = "1/20"; wanted["typing"] = "1/5"
    row = "%-8s %-6s %9s %9s   %-20s %-7s %8s %8s  %s\n"
    printf row, "SCENE", "SOUND", "REPLAY", "FFMPEG", "RATIO (RANGE)", "WANTED", "REPLAY", "FFMPEG", "WANTED"
    printf row, "", "", "CPU s/s", "CPU s/s", "", "", "MB", "MB", ""
    for (k = 1; k <= keyCount; k++) {
        key = keys[k]
        split(key, name, " ")
        rounds = count[key, "replay"]
        for (n = 1; n <= rounds; n++) {
            a[n] = cpu[key, "replay", n]
            b[n] = cpu[key, "ffmpeg", n]
            # A tick is the least that can be told.
            r[n] = b[n] / (a[n] > 0.0005 ? a[n] : 0.0005)
            c[n] = memory[key, "replay", n]
            d[n] = memory[key, "ffmpeg", n]
        }
        middle = median(r, rounds)
        ratio = sprintf("1/%.1f (%.1f-%.1f)", middle, r[1], r[rounds])
        printf row, name[1], name[2], sprintf("%.4f", median(a, rounds)), sprintf("%.4f", median(b, rounds)), \
            ratio, wanted[name[1]], sprintf("%.1f", median(c, rounds)), sprintf("%.1f", median(d, rounds)), "at most 64"
    }
}
