"""Checks the page of `replay preview` in every browser: it shows and plays exactly the frames of the edit.

A browser has `evaluate(script, argument)`, an expression or a function of JavaScript, and `press(keys)`.
"""
import random
import time

import browser as browsers

# Reads the barcode of the frame that the video shows; see Tests/Support/ReplayTestSupport/Barcode.
READER = """() => {
window.readBarcode = (source, width, height, b) => {
  const canvas = readBarcode.canvas ??= new OffscreenCanvas(width, height);
  canvas.width = width; canvas.height = height;
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.drawImage(source, 0, 0, width, height);
  const scaleX = width / b.canvasWidth, scaleY = height / b.canvasHeight;
  const [columns, rows] = [18, 6];
  const left = Math.floor(b.x * scaleX), top = Math.floor(b.y * scaleY);
  const w = Math.ceil(columns * b.cellSize * scaleX) + 1, h = Math.ceil(rows * b.cellSize * scaleY) + 1;
  const pixels = context.getImageData(left, top, w, h).data;
  const mean = (column, row) => {
    let sum = 0, count = 0;
    const across = (part) => (b.x + (column + part) * b.cellSize) * scaleX - left;
    const down = (part) => (b.y + (row + part) * b.cellSize) * scaleY - top;
    const [x0, x1, y0, y1] = [across(0.25), across(0.75), down(0.25), down(0.75)];
    for (let y = Math.floor(y0); y < Math.max(Math.floor(y0) + 1, y1); y++)
      for (let x = Math.floor(x0); x < Math.max(Math.floor(x0) + 1, x1); x++) {
        sum += pixels[4 * (y * w + x) + 1];
        count++;
      }
    return sum / count;
  };
  let white = 0, black = 0;
  for (let c = 0; c < columns; c++) { white += mean(c, 0) / columns; black += mean(c, rows - 1) / columns; }
  if (white - black < 64) return null;
  let word = 0n;
  for (let r = 1; r < rows - 1; r++)
    for (let c = 1; c < columns - 1; c++) word = word << 1n | (2 * mean(c, r) > white + black ? 1n : 0n);
  const value = word >> 16n;
  let checksum = 0xFFFFn;
  for (let bit = 47n; bit >= 0n; bit--) {
    const isOdd = (checksum >> 15n) !== (value >> bit & 1n);
    checksum = (checksum << 1n & 0xFFFFn) ^ (isOdd ? 0x1021n : 0n);
  }
  return checksum === (word & 0xFFFFn) ? Number(value) : null;
};
window.shownBarcode = (b) => readBarcode(replay.video, replay.video.videoWidth, replay.video.videoHeight, b);
}"""

SEEK = """async ([b, times]) => {
  const found = [];
  for (const time of times) {
    const start = performance.now();
    await replay.seek(time);
    found.push([shownBarcode(b), performance.now() - start]);
  }
  return found;
}"""

STEP = """async ([b, start, steps]) => {
  await replay.seek(start);
  const found = [];
  for (const step of steps) { await replay.step(step); found.push([replay.frame().number, shownBarcode(b)]); }
  return found;
}"""

# Plays from one place to another, and reads each presented frame.
PLAY = """([b, start, seconds]) => new Promise(async (done) => {
  await replay.seek(start);
  const seen = [], until = performance.now() + seconds * 1000;
  const look = (now, facts) => {
    seen.push([facts.mediaTime, facts.expectedDisplayTime, shownBarcode(b)]);
    if (performance.now() < until && !replay.video.ended) replay.video.requestVideoFrameCallback(look);
  };
  replay.video.requestVideoFrameCallback(look);
  await replay.play();
  setTimeout(() => { replay.pause(); done(seen); }, seconds * 1000);
})"""


def expected(frames, ticks):
    """Returns the clock of the frame that is shown at a time of the edit."""
    low, high = 0, len(frames)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if frames[middle][0] <= ticks else (low, middle)
    return frames[low][1]


def judge(browser, plan):
    """Returns the findings on the page that a browser has opened at the recording's address."""
    began = time.monotonic()
    browsers.until(browser, browsers.SHOWN)
    found = {"firstFrame": time.monotonic() - began, "duration": browser.evaluate("replay.edit.duration")}
    browser.evaluate(READER)
    chance = random.Random(plan.get("seed", 1))
    found["seeks"] = judge_seeks(browser, plan, chance)
    found["steps"] = judge_steps(browser, plan, chance)
    found["play"] = judge_play(browser, plan)
    found["keyboard"] = judge_keyboard(browser, plan)
    return found


def seek_targets(plan, duration, chance):
    """Returns times of the edit, a third of them at the edges of frames."""
    edges = [edge for start, _ in plan["frames"] for edge in (start, start - 1) if 0 <= edge < duration]
    return [chance.choice(edges) if n % 3 == 0 else chance.randrange(duration) for n in range(plan["seeks"])]


def judge_seeks(browser, plan, chance):
    frames = plan["frames"]
    times = seek_targets(plan, browser.evaluate("replay.edit.duration"), chance)
    seen = browser.evaluate(SEEK, [plan["barcode"], times])
    wrong = [[t, s[0], expected(frames, t), s[1]] for t, s in zip(times, seen) if s[0] != expected(frames, t)]
    millis = sorted(s[1] for s in seen)
    return {"count": len(times), "wrong": wrong, "median": millis[len(millis) // 2], "p95": millis[int(len(millis) * 0.95)]}


def judge_steps(browser, plan, chance):
    frames, place, wrong = plan["frames"], 0, []
    steps = [chance.choice([-1, 1, 1]) for _ in range(plan["seeks"] // 4)]
    seen = browser.evaluate(STEP, [plan["barcode"], 0, steps])
    for step, (number, clock) in zip(steps, seen):
        place = min(max(0, place + step), len(frames) - 1)
        if number != place or clock != frames[place][1]:
            wrong.append([step, place, number, clock])
    return {"count": len(steps), "wrong": wrong}


def judge_play(browser, plan):
    seconds = min(8, browser.evaluate("replay.edit.duration") / plan["timescale"] + 0.5)
    seen = browser.evaluate(PLAY, [plan["barcode"], 0, seconds])
    clocks, removed = {clock for _, clock in plan["frames"]}, set(plan["removed"])
    return {"presented": len(seen), "unknown": [s for s in seen if s[2] not in clocks],
            "removed": [s for s in seen if s[2] in removed], "late": late(seen, plan)}


def judge_keyboard(browser, plan):
    """Cuts from a frame to the beginning of another one with I, O and X, and undoes the cut. Returns the faults, in
    sentences.
    """
    frames, wrong = plan["frames"], []
    first, last = len(frames) // 4, len(frames) // 3
    before = browser.evaluate("replay.edit.duration")
    for number, key in [(first, "i"), (last, "o")]:
        browser.evaluate(SEEK, [plan["barcode"], [frames[number][0]]])
        browser.press(key)
    browser.press("x")
    browsers.until(browser, "(before) => replay.edit.duration !== before", before)
    cut = before - browser.evaluate("replay.edit.duration")
    if cut != frames[last][0] - frames[first][0]:
        wrong.append(f"{cut} ticks were cut, not {frames[last][0] - frames[first][0]}")
    shown = browser.evaluate(SEEK, [plan["barcode"], [frames[first][0]]])[0][0]
    if shown != frames[last][1]:
        wrong.append(f"{shown} is shown at the cut, not {frames[last][1]}")
    browser.press("Control+z")
    browsers.until(browser, "(before) => replay.edit.duration === before", before)
    shown = browser.evaluate(SEEK, [plan["barcode"], [frames[first][0]]])[0][0]
    if shown != frames[first][1]:
        wrong.append(f"{shown} is shown after the undo, not {frames[first][1]}")
    return wrong


def late(seen, plan):
    """Returns the delay of the first frame after each cut against the edit, in ms."""
    cuts = [cut / plan["timescale"] for cut in plan["cuts"]]
    gaps = []
    for before, after in zip(seen, seen[1:]):
        if any(before[0] < cut <= after[0] + 0.001 for cut in cuts):
            gaps.append((after[1] - before[1]) - (after[0] - before[0]) * 1000)
    return gaps
