/**
 * Format characters, which are invisible and may change the direction of the text around them. The two joiners, which some
 * languages and emoji need, are kept.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;
const BREAKS = /[\p{Cc}\p{Z}]+/gu;

/**
 * An untrusted text, such as the name of an origin, as one short line without invisible characters. An ellipsis marks a cut.
 */
export function plainText(text: string, maxLength = 200): string {
  // The text is cut first, so that a huge one costs little.
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(BREAKS, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= maxLength && text.length <= maxLength * 4) return line;
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** Defangs a URL or host name of a malicious site, so that no program turns it into a link. */
export function withoutLink(address: string): string {
  const [, scheme = '', host = '', rest = ''] =
    /^(https?:\/\/)?([^/?#]*)(.*)$/is.exec(address) ?? [];
  return `${scheme.replace(/^http/i, 'hxxp')}${host.replaceAll('.', '[.]')}${rest}`;
}

/** Created lazily: it takes 20 ms, which would delay the start of the node. */
let numbers: Record<'whole' | 'short', Intl.NumberFormat> | undefined;

function numberFormats() {
  numbers ??= {
    whole: new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }),
    short: new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }),
  };
  return numbers;
}

export const countText = (count: number): string => numberFormats().whole.format(count);
export const numberText = (value: number): string => numberFormats().short.format(value);

/** `1 event`, `1,200 events`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `2026-11-16 09:30:00 UTC`. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `a`, `a and b`, `a, b and c`; of a long list, the first ones and the number of others. */
export function listText(texts: readonly string[], max = 3): string {
  if (texts.length > max) {
    return `${texts.slice(0, max).join(', ')} and ${countText(texts.length - max)} more`;
  }
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
