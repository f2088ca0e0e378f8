# Medians and ranges for tables, and their comparison with limits. Read it before the awk programs of the benchmarks.
function sort(list, n,    i, j, t) {
    for (i = 2; i <= n; i++) {
        t = list[i]
        for (j = i - 1; j > 0 && list[j] > t; j--) list[j + 1] = list[j]
        list[j + 1] = t
    }
}
function median(list, n) {
    sort(list, n)
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
function range(list, n, form) { return sprintf(form " (" form "-" form ")", median(list, n), list[1], list[n]) }
function verdict(met) { return met ? "met" : "MISSED" }
# A measurement of a program in each round is figure[what, who, round]; count[who] is the number of rounds.
function values(what, who, list,    n) {
    for (n = 1; n <= count[who]; n++) list[n] = figure[what, who, n]
    return count[who]
}
# Fills r with the ratios of two programs, round by round, sorted. Returns the number of rounds that both have.
function ratios(what, who, other, r,    n, rounds) {
    rounds = count[who] < count[other] ? count[who] : count[other]
    for (n = 1; n <= rounds; n++) r[n] = figure[what, who, n] / figure[what, other, n]
    sort(r, rounds)
    return rounds
}

# Prints a line that compares Replay with another program, round by round, with `part` as the limit of the ratio;
# without `part`, there is no limit.
function compare_exports(title, what, who, other, part, text,    a, b, r, rounds, ratio) {
    if (!count[who] || !count[other]) {
        printf row, title, text, "-", "-", "not measured"
        return
    }
    values(what, who, a)
    values(what, other, b)
    rounds = ratios(what, who, other, r)
    ratio = median(r, rounds)
    printf row, title, text, sprintf("%.2f s / %.2f s", median(a, count[who]), median(b, count[other])), \
        ratio < 0.2 ? sprintf("1/%.1f (%.1f-%.1f)", 1 / ratio, 1 / r[rounds], 1 / r[1]) \
            : sprintf("%.2f (%.2f-%.2f)", ratio, r[1], r[rounds]), part ? verdict(ratio <= part) : ""
}
function megabytes(who) { return most[who] * 1.024 / 1000 }

# Prints a line of the format row: the median of a figure, and whether it is at most the limit, as "<= 5" says.
function limited(title, name, wanted, form,    list, n, limit) {
    n = values("", name, list)
    if (!n) {
        printf row, title, wanted, "not measured", wanted == "" ? "" : verdict(0)
        return
    }
    split(wanted, limit, " ")
    printf row, title, wanted, range(list, n, form), wanted == "" ? "" : verdict(median(list, n) <= limit[2] + 0)
}
