import type { ArrayExpression } from 'acorn';

/** String arrays of obfuscators are long; shorter arrays are ignored. */
const MIN_ITEMS = 5;

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The alphabet of javascript-obfuscator. */
const LOWER_FIRST = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/';

const BASE64 = /^[A-Za-z0-9+/]{4,}={0,2}$/;
const READABLE = /^[\x20-\x7e]+$/;

/**
 * Decodes the items of a string array in base64. Encrypted items stay unknown, because their keys are arguments
 * of calls throughout the script.
 */
export function decodedItems(node: ArrayExpression): string[] {
  if (node.elements.length < MIN_ITEMS) return [];
  const items = node.elements.flatMap((element) =>
    element?.type === 'Literal' && typeof element.value === 'string' ? [element.value] : [],
  );
  const encoded = items.filter((item) => BASE64.test(item));
  if (encoded.length < node.elements.length / 2) return [];
  const [standard = [], lowerFirst = []] = [STANDARD, LOWER_FIRST].map((alphabet) =>
    encoded.flatMap((item) => decode(item, alphabet)),
  );
  const texts = standard.length >= lowerFirst.length ? standard : lowerFirst;
  return texts.length > encoded.length / 2 ? texts : [];
}

function decode(item: string, alphabet: string): string[] {
  const standard =
    alphabet === STANDARD
      ? item
      : [...item].map((it) => STANDARD[alphabet.indexOf(it)] ?? it).join('');
  const text = Buffer.from(standard, 'base64').toString('utf8');
  return READABLE.test(text) ? [text] : [];
}
