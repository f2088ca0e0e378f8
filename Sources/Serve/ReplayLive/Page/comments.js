const list = document.querySelector('#comments ol');
const panel = document.querySelector('#comments');

// The number of comments shown, and the pauses between requests in milliseconds: before the first comment, and after.
const [most, rare, often] = [50, 5000, 1500];
let last = 0;

const clock = seconds => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(Math.floor(seconds) % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
};

/** An element with a text. Texts of strangers are never markup. */
const element = (name, text) => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

const show = ({ time, author, text }) => {
  const item = document.createElement('li');
  item.append(element('time', clock(time)));
  const words = document.createElement('span');
  words.dir = 'auto';
  if (author) words.append(element('b', author), ' ');
  words.append(text);
  item.append(words);
  list.append(item);
};

// True until the viewer scrolls up. The list then stays at its end, whatever size it gets.
let follows = true;
const toEnd = () => { if (follows) list.scrollTop = list.scrollHeight; };
new ResizeObserver(toEnd).observe(list);
list.addEventListener('scroll', () => {
  follows = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
}, { passive: true });

const load = async () => {
  const response = await fetch(`comments.json?after=${last}`);
  if (!response.ok) return;
  const found = await response.json();
  if (!found.length) return;
  panel.hidden = false;
  document.body.classList.add('commented');
  for (const comment of found) show(comment);
  last = found.at(-1).number;
  while (list.children.length > most) list.firstChild.remove();
  toEnd();
};

/** Asks for new comments until the page is closed. */
export const followComments = async () => {
  while (true) {
    // The player reports a server that cannot be reached.
    if (!document.hidden) await load().catch(() => {});
    await new Promise(done => setTimeout(done, last ? often : rare));
  }
};
