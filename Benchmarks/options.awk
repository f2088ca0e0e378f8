# Reads the output of options; prints a table: medians over the rounds, with their range.
$1 == "options" { figure["cpu", $2, ++count[$2]] = $3 }

END {
    print "\nRecording typing, 1920x1080, while the pointer moves: CPU seconds per second, medians (range) over the rounds"
    row = "%-52s %-9s %-26s %-20s %s\n"
    printf row, "", "WANTED", "MEASURED", "RATIO", ""
    compare_exports("CPU, the pointer apart and shortcuts / neither", "cpu", "apart", "plain", 1.03, "<= 1.03")
}
