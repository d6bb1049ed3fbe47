/** Some formats begin with text, so parts of the whole content are looked at. */
const PARTS = 4;
const PART_LENGTH = 256;
const MAX_SHARE = 0.05;
/** Attackers put some control characters into texts. */
const MAX_CONTROLS = 12;

/** Whether a content is data and not text: control characters make up more than a small share. */
export function isBinary(text: string): boolean {
  const distance = Math.max(PART_LENGTH, Math.floor(text.length / PARTS));
  let controls = 0;
  let count = 0;
  for (let start = 0; start < text.length; start += distance) {
    const end = Math.min(text.length, start + PART_LENGTH);
    count += end - start;
    for (let at = start; at < end; at += 1) if (isControl(text.charCodeAt(at))) controls += 1;
  }
  return controls > MAX_CONTROLS && controls > MAX_SHARE * count;
}

const isControl = (code: number): boolean =>
  code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
