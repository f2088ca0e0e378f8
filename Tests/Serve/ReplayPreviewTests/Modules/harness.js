// A small harness for tests of modules. It runs in a browser and in Node.

const tests = [];

/** Registers a test. @param {string} name @param {() => void | Promise<void>} body throws if the test fails */
export function test(name, body) {
  tests.push({ name, body });
}

/** Throws if two values differ. Values are compared in the form of JSON, in which `undefined` and infinities differ from null. */
export function equal(actual, expected, what = 'The value') {
  const [a, b] = [written(actual), written(expected)];
  if (a !== b) throw new Error(`${what} is ${a}, not ${b}`);
}

/** Throws if a number is not within a distance of another. */
export function near(actual, expected, distance = 1e-9) {
  if (!(Math.abs(actual - expected) <= distance)) throw new Error(`${actual} is not ${expected}`);
}

/** Throws if a condition is not true. */
export function check(isTrue, what) {
  if (!isTrue) throw new Error(what);
}

/**
 * Runs the tests of files.
 * @param {string[]} files
 * @param {(name: string) => Promise<void>} load imports a file
 * @returns {Promise<{passed: string[], failed: {test: string, error: string}[]}>}
 */
export async function run(files, load) {
  const [passed, failed] = [[], []];
  for (const file of files) {
    tests.length = 0;
    try {
      await load(file);
      if (tests.length === 0) throw new Error('The file has no tests');
    } catch (error) {
      failed.push({ test: file, error: String(error) });
    }
    for (const { name, body } of tests) {
      try {
        await body();
        passed.push(`${file}: ${name}`);
      } catch (error) {
        failed.push({ test: `${file}: ${name}`, error: String(error) });
      }
    }
  }
  return { passed, failed };
}

function written(value) {
  return JSON.stringify(value, (_, each) => {
    if (each === undefined) return 'undefined';
    if (typeof each === 'number' && !Number.isFinite(each)) return String(each);
    if (each instanceof Set || each instanceof Uint8Array) return [...each];
    return each;
  });
}
