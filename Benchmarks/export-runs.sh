# Runs exports and checks their outputs. Source it after Scripts/lib.sh; $private is a folder, $movie the movie.
# shellcheck shell=sh

# run WHO COMMAND...: measures a command that makes $private/WHO.mp4. A command of less than ten seconds runs three
# times, and the median counts: the first reading of a program from the disk matters for a twentieth of a second, but
# not for half a minute.
run() {
    who=$1
    shift
    : >"$private/times"
    for number in 1 2 3; do
        rm -f "$private/$who.mp4"
        if ! env time -f '%U %S %e %M' -a -o "$private/times" "$@" >"$private/log" 2>&1; then
            echo "skipped $who failed: $(tail -n 1 "$private/log")"
            return
        fi
        awk 'END { exit $3 < 10 }' "$private/times" && break
    done
    frames=$(ffprobe -v error -select_streams v:0 -count_packets -show_entries stream=nb_read_packets -of csv=p=0 \
        "$private/$who.mp4" | tr -d ',')
    awk -v who="$who" -v frames="$frames" -f Benchmarks/statistics.awk -f /dev/stdin "$private/times" <<'END'
        { cpu[NR] = $1 + $2; wall[NR] = $3; if ($4 > peak) peak = $4 }
        END { printf "export %s %.2f %.2f %d %s\n", who, median(cpu, NR), median(wall, NR), peak, frames }
END
}

# prepare NAME MOVIE OPTION...: imports a movie as a recording with that name, and keeps the ranges of
# $private/NAME.ranges. The options are those of its exports, which must be smart.
prepare() {
    prepared=$1
    id=$(replay import --name "$1" "$2")
    shift 2
    echo "$id" >"$private/$prepared.id"
    first=$(awk 'NR == 1 { print $1 }' "$private/$prepared.ranges")
    last=$(awk 'END { print $2 }' "$private/$prepared.ranges")
    replay trim "$id" --from "$first" --to "$last" >/dev/null
    # shellcheck disable=SC2046  # a list of ranges
    replay cut -r "$id" $(awk 'NR > 1 { print end ".." $1 } { end = $2 }' "$private/$prepared.ranges") >/dev/null
    replay export "$id" "$@" --explain >"$private/explained"
    head -n 1 "$private/explained" | grep -q '^smart' || fail "no smart export: $(head -n 1 "$private/explained")"
    # In groups of ten, because an expression must not be nested a hundred deep.
    awk '{ printf "%sbetween(n,%d,%d)", NR == 1 ? "(" : NR % 10 == 1 ? ")+(" : "+", $1 * 30 + 0.5, $2 * 30 - 0.5 }
        END { print ")" }' "$private/$prepared.ranges" >"$private/$prepared.select"
    awk '{ n = NR - 1
            printf "[0:v]trim=%s:%s,setpts=PTS-STARTPTS[v%d];", $1, $2, n
            printf "[0:a:0]atrim=%s:%s,asetpts=PTS-STARTPTS[a%d];", $1, $2, n
            all = all sprintf("[v%d][a%d]", n, n) }
        END { printf "%sconcat=n=%d:a=1[v][a]", all, NR }' "$private/$prepared.ranges" >"$private/$prepared.graph"
    awk -v movie="$movie" 'BEGIN { print "ffconcat version 1.0" }
        { printf "file %s\ninpoint %s\noutpoint %s\n", movie, $1, $2 }' "$private/$prepared.ranges" >"$private/$prepared.concat"
    awk '{ printf "%s%s,%s", comma, $1, $2; comma = "," }' "$private/$prepared.ranges" >"$private/$prepared.keep"
}

# run_replay WHO RANGES OPTION...: measures an export of Replay.
run_replay() {
    who=$1 id=$(cat "$private/$2.id")
    shift 2
    run "$who" replay export "$id" --force -o "$private/$who.mp4" "$@"
}
run_smartcut() { run "$1" "$smartcut" "$movie" "$private/$1.mp4" --keep "$(cat "$private/$2.keep")"; }
# judge_order WHO RANGES: checks that the frames are the expected ones, in order.
judge_order() {
    [ -s "$private/$1.mp4" ] || return 0
    ffmpeg -v fatal -nostdin -noautorotate -i "$private/$1.mp4" -map 0:v:0 -vf 'crop=320:20:0:0,format=gray,scale=16:1:flags=area' \
        -fps_mode passthrough -f rawvideo - | od -An -v -tu1 -w16 |
        awk -v who="$1" -v ranges="$private/$2.ranges" '
            function next_wanted(    ends) {
                while (number >= to && (getline line <ranges) > 0) {
                    split(line, ends, " ")
                    number = int(ends[1] * 30 + 0.5); to = int(ends[2] * 30 + 0.5)
                }
                return number < to ? number++ : -1
            }
            { seen = 0; for (bit = 16; bit; bit--) seen = 2 * seen + ($bit > 126); wrong += seen != next_wanted() }
            END { while (next_wanted() >= 0) wrong++; print "wrong", who, wrong + 0 }'
}

# judge WHO RANGES: checks the contents of Replay's export.
judge() {
    judge_order "$1" "$2"
    for file in "$movie" "$private/$1.mp4"; do
        ffmpeg -v error -nostdin -i "$file" -map 0:v:0 -c copy -f framehash -hash md5 - | grep -v '^#' >"$file.hashes"
    done
    facts=$(awk -F', *' 'FILENAME ~ /ranges$/ {
            split($0, ends, " "); from[++n] = int(ends[1] * 30 + 0.5); to[n] = int(ends[2] * 30 + 0.5)
            wanted += to[n] - from[n]; next
        }
        FILENAME == movie { number[$6] = FNR; next }
        $6 in number {
            equal++
            for (i = 1; i <= n && !(number[$6] > from[i] && number[$6] <= to[i]); i++) {}
            if (i > n) removed++
        }
        END { print wanted, equal + 0, removed + 0 }' movie="$movie.hashes" \
        "$private/$2.ranges" "$movie.hashes" "$private/$1.mp4.hashes")
    ffmpeg -v error -nostdin -noautorotate -i "$movie" -noautorotate -i "$private/$1.mp4" -lavfi \
        "[0:v]select='$(cat "$private/$2.select")',settb=1/30,setpts=N[a];[1:v]settb=1/30,setpts=N[b];[a][b]psnr=f=$private/psnr" -fps_mode passthrough -f null -
    worst=$(awk '{ sub(/.*psnr_avg:/, ""); if ($1 != "inf" && (worst == "" || $1 < worst)) worst = $1 }
        END { print worst == "" ? "inf" : worst }' "$private/psnr")
    echo "facts $1 $facts $worst"
}

# Downloads smartcut, and sets $smartcut to its path, or to nothing if it is not available.
find_smartcut() {
    smartcut=$private/python/bin/smartcut
    if ! { python3 -m venv "$private/python" && "$private/python/bin/pip" install -q smartcut==1.7; } >"$private/log" 2>&1; then
        smartcut=
        echo 'skipped smartcut PyPI is not reachable, or has no smartcut 1.7 for this Python'
    fi
}
