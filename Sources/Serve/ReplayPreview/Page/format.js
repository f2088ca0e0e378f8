// Times, sizes and dates in the form for users.

const two = (number) => String(number).padStart(2, '0');

/** Formats seconds as a clock: `1:02:03.450`; without decimals if `digits` is 0. */
export function clock(seconds, digits = 3) {
  const unit = 10 ** digits;
  const whole = Math.floor(Math.max(0, seconds) * unit + 1e-6);
  const total = Math.floor(whole / unit);
  const [h, m, s] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const head = h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  return digits > 0 ? `${head}.${String(whole % unit).padStart(digits, '0')}` : head;
}

/** Formats seconds as spoken text: `1 minute 2.5 seconds`. */
export function spoken(seconds) {
  const rounded = Math.round(Math.max(0, seconds) * 100) / 100;
  const parts = [[Math.floor(rounded / 3600), 'hour'], [Math.floor(rounded / 60) % 60, 'minute']]
    .filter(([count]) => count > 0).map(([count, unit]) => plural(count, unit));
  return [...parts, plural(Math.round((rounded % 60) * 100) / 100, 'second')].join(' ');
}

/** Formats a clause of a program as a sentence, with a capital letter and a full stop. */
export function sentence(text) {
  return named(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);
}

/** Ends a text that begins with a name, which keeps its letters, with a full stop. */
export function named(text) {
  return isEnded(text) ? text : `${text}.`;
}

function isEnded(text) {
  return /[.!?:…]["”’)]?$/.test(text);
}

const happenings = {
  paused: 'Paused', sourceLost: 'A source was lost', sourceRecovered: 'A source came back', resized: 'The size changed',
  windowHidden: 'The window was hidden', windowShown: 'The window was shown', windowClosed: 'The window was closed',
  diskLow: 'Little disk space was left', audioDropped: 'Audio was lost', stalled: 'The disk did not keep up',
  gap: 'The recording was cut off and continued', interrupted: 'The recorder was interrupted',
  damaged: 'The movie is damaged here',
};

/**
 * Describes a point event of a recording in words.
 * @param {{kind: string, text?: string}} point a newer recorder may write kinds that this page does not know
 */
export function happening({ kind, text }) {
  const title = happenings[kind] ?? sentence(String(kind).replace(/([A-Z])/g, ' $1').toLowerCase()).slice(0, -1);
  return text ? `${title}: ${text}` : title;
}

/** Formats a number with its unit: `1 clip`, `2 clips`. */
export function plural(count, unit) {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Formats a size: `12.3 MB`. */
export function size(bytes) {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  const power = Math.min(4, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`;
}

/** Formats an approximate duration: `40 s`, `12 min`. */
export function roughDuration(seconds) {
  if (seconds < 1) return 'under 1 s';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Formats a date, with the time if it is today or yesterday. */
export function date(text, now = new Date()) {
  const when = new Date(text);
  if (Number.isNaN(when.getTime())) return '';
  const days = Math.round((midnight(now) - midnight(when)) / 864e5);
  const time = when.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (days === 0) return `Today, ${time}`;
  if (days === 1) return `Yesterday, ${time}`;
  return when.toLocaleDateString([], { year: 'numeric', month: 'short', day: 'numeric' });
}

function midnight(day) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}
