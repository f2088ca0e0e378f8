# Shared functions of the scripts here, in the folders beside this file, in Benchmarks and in packaging. Source it after
# `set -eu`.
# shellcheck shell=sh

# The project's folder, whatever the caller's folder: the script is one or two folders below.
project=$(
    CDPATH='' cd -- "$(dirname -- "$0")/.."
    [ -e Package.swift ] || cd ..
    pwd
)

# Prints the next step on standard error, because standard output is for results.
say() { printf '== %s\n' "$*" >&2; }

# Prints why the script cannot continue, and ends.
fail() {
    printf '%s: %s\n' "${0##*/}" "$1" >&2
    exit "${2:-1}"
}

# Programs in the background end with the script, however it ends: PROGRAM & until_the_end $!
started=
private=
until_the_end() { started="$started $1"; }
clean_up() {
    trap - EXIT HUP INT TERM
    for pid in $started; do kill "$pid" 2>/dev/null || :; done
    for pid in $started; do wait "$pid" 2>/dev/null || :; done
    if [ -n "$private" ]; then rm -rf "$private"; fi
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Makes a private folder, which is removed at the end.
make_private_folder() { private=$(mktemp -d "${TMPDIR:-/tmp}/replay-XXXXXX"); }

# Builds everything except the tests, or only the named products, and puts the built programs first in PATH.
build() {
    command -v swift >/dev/null || fail 'Swift is not there; see https://www.swift.org/install/linux' 69
    say 'Building (swift build -c release); the first time takes some minutes'
    build_product ${1+--product "$1"}
    [ $# -eq 0 ] || shift
    for product; do build_product --product "$product"; done
    PATH=$(cd "$project" && swift build -c release --show-bin-path):$PATH
    export PATH
}

# Options of the compiler: a separately emitted module is optimized twice, and debug information takes a tenth of the
# time.
faster='-Xswiftc -gnone -Xswiftc -no-emit-module-separately-wmo'

build_product() {
    # shellcheck disable=SC2086 # The options are words.
    (cd "$project" && swift build -c release $faster "$@") >&2 || fail 'the build failed; see the errors above'
}

# Builds the tests, and the programs that they run, in a separate folder, because some tests look into the modules they
# test. $tests OPTION... runs them. `swift test` is not used, because two of them at once cannot open the build's
# database. The test program ignores options that it does not know. Package.swift names the modules that are optimized
# nevertheless. --build-tests would also build other packages' plugins. REPLAY_TEST_FLAGS are other options of the build.
build_tests() {
    command -v swift >/dev/null || fail 'Swift is not there; see https://www.swift.org/install/linux' 69
    REPLAY_TESTING="-Xswiftc -enable-testing -Xswiftc -Onone $faster ${REPLAY_TEST_FLAGS:-}"
    export REPLAY_TESTING
    options="-c release $REPLAY_TESTING --scratch-path .build/testing"
    tests='env NO_COLOR=1 .build/testing/release/ReplayPackageTests.xctest --testing-library swift-testing'
    say 'Building the tests; the first time takes some minutes'
    # shellcheck disable=SC2086 # The options are words.
    (cd "$project" && swift build $options --product ReplayPackageTests) >&2
}
