// The place of the recorded frame on the page. This module does not need the DOM.

/**
 * Returns the frame as it is shown at a recording time.
 * @param {object} frame `EditDescription.Frame`
 * @param {number | null} time
 */
export function frameAt(frame, time) {
  const shown = frame.placements?.find(({ range: [start, end] }) => time >= start && time < end);
  return shown ? { ...frame, style: shown.style } : frame;
}

/**
 * Returns the place of the recorded frame in a box that shows the edit as large as possible, in the middle.
 * @param {{width: number, height: number}} box
 * @param {object} frame `EditDescription.Frame`
 * @returns {{scale: number, left: number, top: number}} pixels of the box for a pixel of the frame, and for its corner
 */
export function placeOf(box, frame) {
  const { width, height, screen } = frame.style ?? { width: frame.width, height: frame.height, screen: [0, 0, frame.width] };
  const fit = Math.min(box.width / width, box.height / height);
  const [left, top] = [(box.width - width * fit) / 2, (box.height - height * fit) / 2];
  return { scale: (fit * screen[2]) / frame.width, left: left + screen[0] * fit, top: top + screen[1] * fit };
}
