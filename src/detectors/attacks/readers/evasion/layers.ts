import type { ReadContext } from '../../attack-reader.ts';

/** A further layer of escapes around characters that matter to some language. */
const AGAIN = /%25(?:25){0,9}(?:2e|27|3c|3e|5c|00)/i;
/** Escapes of letters and digits, which no program writes. */
const LETTERS = /(?:%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])){3}/i;
const LETTER_IN_NAME = /(?:^|[/\w.-])%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])[\w.-]/i;
const HIDDEN_IN_PATH = /%(?:2e|5c|00)/i;
/** The notation of IIS for characters of ASCII or their full-width forms. */
const WIDE = /%u(?:00[2-7][\da-f]|ff[01][\da-f]|221[56])/i;

const ADDRESS = /^https?(?::|%3a)/i;

/** Reports escapes that are left in a value after the server has decoded it. */
export function readLayers(text: string, { value, report }: ReadContext): void {
  if (!text.includes('%') || value.encoding === 'none') return;
  const isPath = value.place === 'path';
  // An address in an address is encoded twice by right.
  if (value.isName === true && ADDRESS.test(text)) return;
  const again = AGAIN.exec(text) ?? (isPath ? HIDDEN_IN_PATH.exec(text) : null);
  if (again)
    report('evasion-double-encoding', 'likely', again.index, again.index + again[0].length);
  const isName = isPath || value.isName === true;
  const letters = LETTERS.exec(text) ?? (isName ? LETTER_IN_NAME.exec(text) : null);
  if (letters)
    report('evasion-needless-encoding', 'likely', letters.index, letters.index + letters[0].length);
  const wide = WIDE.exec(text);
  if (wide) report('evasion-wide-encoding', 'likely', wide.index, wide.index + wide[0].length);
}
