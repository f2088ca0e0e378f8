// Playlists of HLS, as far as this server writes them (draft-pantos-hls-rfc8216bis, 4.4).

const attributes = text => Object.fromEntries(
  [...text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(([, name, quoted, plain]) => [name, quoted ?? plain]));

const tag = line => {
  const [, name, value] = line.match(/^#([^:]+):?(.*)$/) ?? [];
  return { name, value };
};

/** The playlists of the video and the audio, with their codecs; `audio` is missing in a recording without audio. */
export const parseMain = (text, base) => {
  const lines = text.split('\n');
  const variant = lines.findIndex(line => line.startsWith('#EXT-X-STREAM-INF'));
  const codecs = attributes(tag(lines[variant]).value).CODECS.split(',');
  const media = lines.find(line => line.startsWith('#EXT-X-MEDIA:'));
  const renditions = [{ url: new URL(lines[variant + 1], base), type: `video/mp4; codecs="${codecs[0]}"` }];
  if (media) {
    renditions.push({ url: new URL(attributes(tag(media).value).URI, base), type: `audio/mp4; codecs="${codecs[1]}"` });
  }
  return renditions;
};

/**
 * The pieces of a playlist in order: segments, and the parts of those that list them.
 * Each has its segment's number, its part's index or null, its URL, start and duration in seconds from the first.
 */
export const parseMedia = (text, base) => {
  const playlist = { pieces: [], holdBack: 1, isEnded: false };
  let [segment, part, duration, time, parts] = [0, 0, 0, 0, []];
  for (const line of text.split('\n')) {
    const { name, value } = tag(line);
    if (name === 'EXT-X-MEDIA-SEQUENCE') segment = Number(value);
    if (name === 'EXT-X-SERVER-CONTROL') playlist.holdBack = Number(attributes(value)['PART-HOLD-BACK'] ?? 1);
    if (name === 'EXT-X-MAP') playlist.header = new URL(attributes(value).URI, base);
    if (name === 'EXT-X-ENDLIST') playlist.isEnded = true;
    if (name === 'EXTINF') duration = Number.parseFloat(value);
    if (name === 'EXT-X-PART') {
      const list = attributes(value);
      const length = Number(list.DURATION);
      parts.push({
        segment, part: part++, url: new URL(list.URI, base), start: time, duration: length,
        isIndependent: list.INDEPENDENT === 'YES',
      });
      time += length;
    }
    if (line && !line.startsWith('#')) {
      const start = parts.length ? parts[0].start : time;
      playlist.pieces.push(...(parts.length
        ? parts : [{ segment, part: null, url: new URL(line, base), start, duration, isIndependent: true }]));
      [time, segment, part, parts] = [start + duration, segment + 1, 0, []];
    }
  }
  playlist.pieces.push(...parts);
  playlist.next = { segment, part };
  return playlist;
};
