"""Reads a movie's frames with ffmpeg: the times at which they were drawn, and their likeness."""
import re
import subprocess

COLUMNS, ROWS, CELL = 18, 6, 16  # Tests/Support/ReplayTestSupport/Barcode, on 1920x1080
BARCODE = {"canvasWidth": 1920, "canvasHeight": 1080, "x": 2 * CELL, "y": 2 * CELL, "cellSize": CELL}


def clock(cells):
    """Returns the number of a barcode from the luma of its cells, or None if the checksum is wrong."""
    white, black = sum(cells[:COLUMNS]) / COLUMNS, sum(cells[-COLUMNS:]) / COLUMNS
    word = 0
    for row in range(1, ROWS - 1):
        for column in range(1, COLUMNS - 1):
            word = word << 1 | (2 * cells[row * COLUMNS + column] > white + black)
    value, checksum = word >> 16, 0xFFFF
    for bit in range(47, -1, -1):
        is_odd = (checksum >> 15) != (value >> bit & 1)
        checksum = (checksum << 1 & 0xFFFF) ^ (0x1021 if is_odd else 0)
    return value if checksum == word & 0xFFFF else None


def clocks(path):
    crop = f"crop={COLUMNS * CELL}:{ROWS * CELL}:{2 * CELL}:{2 * CELL}"
    raw = subprocess.check_output(
        ["ffmpeg", "-v", "fatal", "-nostdin", "-i", path, "-map", "0:v:0", "-vf",
         f"scale=1920:1080:flags=bilinear,{crop},scale={COLUMNS}:{ROWS}:flags=area,format=gray",
         "-fps_mode", "passthrough", "-f", "rawvideo", "-"])
    size = COLUMNS * ROWS
    return [clock(raw[at:at + size]) for at in range(0, len(raw), size)]


def starts(path, timescale):
    """Returns the start of each frame, in ticks."""
    lines = subprocess.check_output(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path],
        text=True).split()
    return [round(float(line.split(",")[0]) * timescale) for line in lines]


def size(path):
    line = subprocess.check_output(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path],
        text=True)
    return line.strip().strip(",").split(",")


def _chosen(numbers):
    """Returns an expression that selects frames by number. It must not be nested a hundred deep."""
    tens = [numbers[at:at + 10] for at in range(0, len(numbers), 10)]
    return "+".join("(" + "+".join(f"eq(n,{number})" for number in ten) + ")" for ten in tens)


def ssim(path, other, pairs, report):
    """Returns the likeness of frames of two movies, pair by pair. The other movie is scaled to the first one's size. Both get
    the same times, whatever their time bases are.
    """
    width, height = size(path)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-i", other, "-lavfi",
         f"[0:v]select='{_chosen([a for a, _ in pairs])}',setpts=N/TB[a];"
         f"[1:v]select='{_chosen([b for _, b in pairs])}',scale={width}:{height}:flags=area,setpts=N/TB[b];"
         f"[a][b]ssim=stats_file={report}", "-fps_mode", "passthrough", "-f", "null", "-"], check=True)
    with open(report) as file:
        return [float(re.search(r"All:(\S+)", line)[1]) for line in file]
