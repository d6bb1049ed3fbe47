import type { ReadContext } from '../../attack-reader.ts';

/** Quotes, angle brackets, slashes and dots in more bytes than UTF-8 allows, beside ASCII. */
const OVERLONG =
  /(?<![\x80-\xff])(?:\xc0[\xa2\xa7\xae\xaf\xbc\xbe]|\xc1\x9c|\xe0\x80[\x80-\xbf]|\xf0\x80\x80[\x80-\xbf])(?![\x80-\xff])|(?:\xc0[\xae\xaf]){2}/g;
/** Double-byte character sets have letters of the same bytes, which seldom stand alone twice. */
const SURE = 2;
/** Full-width angle brackets, quotes and slashes where markup or a statement would have the ASCII ones. */
const FULL_WIDTH =
  /\xef\xbc\x9c[/!?]?[a-z]|\xef\xbc[\x87\x82]\s*(?:or|and|union|[)=;-])|(?:\.|\xef\xbc\x8e){2}\xef\xbc(?:\x8f|\xbc)/i;
const UTF_7 = /\+(?:ADw|AD4|ACI|ACc|AC8|AFw|ACA)-/;

/** Reports characters that lenient decoders take for those of ASCII. */
export function readLookAlikes(text: string, { value, role, report }: ReadContext): void {
  const overlong = [...text.matchAll(OVERLONG).take(SURE)];
  const [first] = overlong;
  if (first) {
    const isSure = overlong.length === SURE || value.place === 'path';
    report(
      'evasion-overlong',
      isSure ? 'likely' : 'weak',
      first.index,
      first.index + first[0].length,
    );
  }
  const wide = FULL_WIDTH.exec(text);
  if (wide) {
    const isTalk = role === 'prose' || role === 'search';
    report(
      'evasion-full-width',
      isTalk ? 'weak' : 'likely',
      wide.index,
      wide.index + wide[0].length,
    );
  }
  const utf7 = UTF_7.exec(text);
  if (utf7) report('evasion-utf-7', 'likely', utf7.index, utf7.index + utf7[0].length);
}
