import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { readCode } from '../javascript/code-reading.ts';
import { CODE } from '../javascript/javascript-effects.ts';

/** Beyond this length, a style sheet is no injection. */
const MAX_STYLE = 20_000;

/** How much a style runs code or loads what runs code, in browsers that knew it. */
export function activeStyle(text: string): Strength | undefined {
  const css = compactCss(text.slice(0, MAX_STYLE));
  const expression = css.indexOf('expression(');
  if (expression !== -1) {
    return (readCode(css, expression + 11).effects & CODE) === 0 ? 'likely' : 'clear';
  }
  if (/(?:java|vb|live)script:/.test(css)) return 'clear';
  if (/-moz-binding:|-o-link/.test(css)) return 'clear';
  // Documents of Microsoft Office declare these for their own elements.
  if (/behaviou?r:url\(/.test(css)) return /\*\{behaviou?r:url\(#default#vml/.test(css) ? 'weak' : 'likely';
  if (/@import["']?data:/.test(css) || /url\(["']?data:text\/html/.test(css)) return 'likely';
  return /@import/.test(css) ? 'weak' : undefined;
}

/** In lower case, without comments, white space and escapes. */
function compactCss(text: string): string {
  const decoded = text.replace(
    /\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f]))/gi,
    (_, hex?: string, character?: string) => {
      const code = Number.parseInt(hex ?? '', 16);
      return hex === undefined ? (character ?? '') : String.fromCharCode(code < 0x100 ? code : 0x20);
    },
  );
  return withoutComments(decoded)
    .replace(/[\0-\x20\x7f\x80-\xff]+/g, '')
    .toLowerCase();
}

/** Comments within strings are part of them. */
const withoutComments = (text: string): string =>
  text.replace(/"[^"\n]*"|'[^'\n]*'|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, (piece) =>
    piece.startsWith('/') ? '' : piece,
  );
