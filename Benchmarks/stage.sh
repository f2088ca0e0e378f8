# Shared parts of the benchmarks: scenes, and the recorder's process. Source it after Scripts/lib.sh.
# shellcheck shell=sh

# Prints the process id of the recorder that was built here, whatever else records.
recorder_pid() {
    program=$(readlink -f "$(command -v replayd)")
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/exe" 2>/dev/null)" = "$program" ] || continue
        if tr '\0' '\n' <"$process/environ" | grep -qx "REPLAY_HOME=$REPLAY_HOME"; then
            echo "${process#/proc/}"
            return
        fi
    done
    fail 'no replayd is running'
}

# Shows a scene until hide_scene: show_scene still|typing|video|motion [OPTION...]
show_scene() {
    scene=$1
    shift
    case $scene in
        # A video of 30 frames per second, on a desktop that is still.
        video)
            shown=
            show still
            show motion --rate 30 --window 480x270+720+400 "$@"
            ;;
        *)
            shown=
            show "$scene" --rate 60 "$@"
            ;;
    esac
}
show() {
    kind=$1
    shift
    replay-scene --scene "$kind" "$@" >"$private/ready" &
    shown="$! $shown"
    until_the_end $!
    read -r _ <"$private/ready" || fail "the scene $kind does not start"
}
hide_scene() {
    for pid in $shown; do kill "$pid" && wait "$pid" 2>/dev/null || :; done
}
