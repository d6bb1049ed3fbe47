import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { readCode } from '../javascript/code-reading.ts';
import { CODE } from '../javascript/javascript-effects.ts';

/** Beyond this length, a style sheet is no injection. */
const MAX_STYLE = 20_000;

/**
 * How much a style runs code or loads what runs code, in browsers that knew it. `isForeign` if the value is no rich text:
 * then it should load no style sheets either.
 */
export function activeStyle(text: string, isForeign: boolean): Strength | undefined {
  const decoded = withoutEscapes(text.slice(0, MAX_STYLE));
  const css = compactCss(decoded);
  const expression = css.indexOf('expression(');
  if (expression !== -1) {
    return (readCode(css, expression + 11).effects & CODE) === 0 ? 'likely' : 'clear';
  }
  if (/(?:java|vb|live)script:/.test(css)) return 'clear';
  if (/-moz-binding:|-o-link/.test(css)) return 'clear';
  // Documents of Microsoft Office declare these for their own elements.
  if (/behaviou?r:url\(/.test(css))
    return /\*\{behaviou?r:url\(#default#vml/.test(css) ? 'weak' : 'likely';
  if (/@import["']?data:/.test(css) || /url\(["']?data:text\/html/.test(css)) return 'likely';
  // Parsers that know no unquoted url() with comments or blocks end it early, and read properties in the address.
  if (/url\((?!["']?data:)[^"')]*(?:\/\*|[{}])/.test(decoded)) return 'likely';
  // The address that is loaded tells the attacker how the value of a field begins.
  if (/\[value[\^*$|~]?=[^\]]{1,40}\][^{]{0,80}\{[^}]{0,80}url\(["']?(?:https?:)?\/\//.test(css))
    return 'likely';
  if (/@import/.test(css)) return isForeign ? 'likely' : 'weak';
  return undefined;
}

const withoutEscapes = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f]))/gi, (_, hex?: string, character?: string) => {
    const code = Number.parseInt(hex ?? '', 16);
    return hex === undefined ? (character ?? '') : String.fromCharCode(code < 0x100 ? code : 0x20);
  });

/** In lower case, without comments and white space. */
const compactCss = (text: string): string =>
  withoutComments(text)
    .replace(/[\0-\x20\x7f\x80-\xff]+/g, '')
    .toLowerCase();

/** Comments within strings are part of them. */
const withoutComments = (text: string): string =>
  text.replace(/"[^"\n]*"|'[^'\n]*'|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, (piece) =>
    piece.startsWith('/') ? '' : piece,
  );
