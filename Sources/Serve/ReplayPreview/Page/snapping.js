// Snapping: a place that is dragged near another one jumps there. This module does not need the DOM.

/**
 * Returns the shortest distance by which one of the places reaches a target, or 0 if none is within reach.
 * @param {number[]} places that move together, such as both sides of a rectangle and its middle
 * @param {number[]} targets
 * @param {number} reach the greatest distance
 */
export function snapped(places, targets, reach) {
  const distances = places.flatMap((place) => targets.map((target) => target - place));
  const shortest = distances.reduce((best, each) => (Math.abs(each) < Math.abs(best) ? each : best), Infinity);
  return Math.abs(shortest) <= reach ? shortest : 0;
}
