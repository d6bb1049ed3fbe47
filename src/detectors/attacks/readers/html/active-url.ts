import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { decodePercents } from '../../../../kernel/percent.ts';
import type { CodeReading } from '../javascript/code-reading.ts';
import { readCode } from '../javascript/code-reading.ts';
import { CODE, STRONG } from '../javascript/javascript-effects.ts';
import { schemeOf, scriptUrlCode } from '../javascript/script-url.ts';

export interface ActiveUrl {
  readonly strength: Strength;
  /** What the code in the address does. */
  readonly reading?: CodeReading;
  readonly isDisguised: boolean;
}

/** Elements that show an image or play a sound; the scripts of SVG files do not run there. */
const SHOWS_ONLY: ReadonlySet<string> = new Set(
  'img image input source video audio picture td table body track'.split(' '),
);
const ACTIVE_TYPE =
  /^\s*(?:text\/(?:html|xml|xsl|javascript|x-scriptlet)|application\/(?:xhtml|xml|javascript|x-x509)|image\/svg)/i;
const SVG_TYPE = /^\s*image\/svg/i;
const ACTIVE_CONTENT =
  /<\s{0,9}(?:script|html|iframe|body|img|handler|foreignobject)|(?:java|vb)script:|\bon[a-z]{3,20}\s{0,9}=/i;
const MAX_DATA = 4000;

/** Whether an address in an attribute of an element runs code or brings its own document. */
export function activeUrl(value: string, element = ''): ActiveUrl | undefined {
  const code = scriptUrlCode(value);
  if (code !== -1) return scriptUrl(value, code);
  const scheme = schemeOf(value);
  if (scheme?.name === 'data') return dataUrl(value.slice(scheme.end), element, scheme.isDisguised);
  if (scheme?.name === 'mhtml' || /^\s*view-source:/i.test(value)) {
    return { strength: 'likely', isDisguised: false };
  }
  return undefined;
}

function scriptUrl(value: string, code: number): ActiveUrl | undefined {
  const decoded = decodePercents(value.slice(code));
  const reading = readCode(decoded);
  const isDisguised = schemeOf(value)?.isDisguised ?? false;
  if ((reading.effects & STRONG) !== 0) return { strength: 'clear', reading, isDisguised };
  if ((reading.effects & CODE) !== 0) return { strength: 'likely', reading, isDisguised };
  return isDisguised ? { strength: 'likely', isDisguised } : undefined;
}

function dataUrl(rest: string, element: string, isDisguised: boolean): ActiveUrl | undefined {
  const comma = rest.indexOf(',');
  const type = rest.slice(0, comma === -1 ? 100 : Math.min(comma, 100));
  if (SHOWS_ONLY.has(element) && !/html/i.test(type)) return undefined;
  if (element === 'script') return { strength: 'clear', isDisguised };
  const data = rest.slice(comma + 1, comma + 1 + MAX_DATA);
  const isBase64 = /base64/i.test(type) || /^\s*base64/i.test(data);
  const content = isBase64 ? Buffer.from(data, 'base64').toString('latin1') : decodePercents(data);
  if (ACTIVE_CONTENT.test(content)) return { strength: 'clear', isDisguised };
  if (!ACTIVE_TYPE.test(type)) return undefined;
  // An image that is a value of its own, such as an avatar.
  if (SVG_TYPE.test(type)) return element === '' ? undefined : { strength: 'likely', isDisguised };
  return { strength: 'clear', isDisguised };
}
