# Reads what batch prints, and “slurm SECONDS SECONDS-HERE”; writes a table: medians over the rounds, with their range.
function line(title, text, ratio, n, met) {
    printf row, title, text, range(ratio, n, "%.3f"), verdict(met)
}
$1 == "alone" { figure["cpu", "alone", ++count["alone"]] = $2 }
$1 == "batch" {
    n = ++count["batch"]
    figure["wall", "batch", n] = $2
    figure["cpu", "batch", n] = $3
}
$1 == "single" { figure["cpu", "single", ++count["single"]] = $3 }
$1 == "memory" { places[++sizes] = $2; memory[sizes] = $3 }
$1 == "slurm" { cluster[++clusters] = $2 / $3 }
$1 == "poison" { poisoned = $2; failed = $3; same = $4 }

END {
    row = "%-58s %-8s %-24s %s\n"
    printf row, "\nA batch of forty exports", "wanted", "measured", ""
    rounds = count["batch"] < count["alone"] ? count["batch"] : count["alone"]
    for (n = 1; n <= rounds; n++) {
        wall[n] = figure["wall", "batch", n] / (figure["cpu", "alone", n] / 2)
        over[n] = figure["cpu", "single", n] / figure["cpu", "alone", n]
    }
    line("seconds / (CPU seconds of all, each alone / 2 cores)", "<= 1.1", wall, rounds, median(wall, rounds) <= 1.1)
    line("CPU, one at a time / CPU of all, each alone", "<= 1.01", over, rounds, median(over, rounds) <= 1.01)
    if (clusters) line("seconds on Slurm, 30 s chunks / in the local pool", "<= 1.05", cluster, clusters, median(cluster, clusters) <= 1.05)
    for (n = 1; n <= sizes; n++) printf "private memory with %s at once: %s MB\n", places[n], memory[n]
    if (poisoned) printf row, "outputs as alone, of " poisoned " jobs, ten poisoned; " failed " failed", "90", same, verdict(same == 90 && failed == 10)
}
