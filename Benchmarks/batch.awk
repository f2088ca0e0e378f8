# Reads the output of batch, and “slurm SECONDS SECONDS-HERE”; prints a table: medians over the rounds, with their
# range.
function line(title, text, ratio, n, met) {
    printf row, title, text, range(ratio, n, "%.3f"), verdict(met)
}
$1 == "alone" { alone[++rounds] = $2 }
$1 == "batch" { wall[rounds] = $2 / (alone[rounds] / 2) }
$1 == "cost" { over[++pairs] = ($3 + $4) / $2 }
$1 == "memory" { places[++sizes] = $2; memory[sizes] = $3 }
$1 == "slurm" { cluster[++clusters] = $2 / $3 }
$1 == "poison" { poisoned = $2; failed = $3; same = $4 }

END {
    row = "%-58s %-8s %-24s %s\n"
    printf row, "\nA batch of forty exports", "wanted", "measured", ""
    line("seconds / (CPU seconds of all, each alone / 2 cores)", "<= 1.1", wall, rounds, median(wall, rounds) <= 1.1)
    line("CPU of the batch and its jobs / of the exports, in pairs", "<= 1.01", over, pairs, median(over, pairs) <= 1.01)
    if (clusters) line("seconds on Slurm, 30 s chunks / in the local pool", "<= 1.05", cluster, clusters, median(cluster, clusters) <= 1.05)
    for (n = 1; n <= sizes; n++) printf "private memory with %s at once: %s MB\n", places[n], memory[n]
    if (poisoned) printf row, "outputs as alone, of " poisoned " jobs, ten poisoned; " failed " failed", "90", same, verdict(same == 90 && failed == 10)
}
