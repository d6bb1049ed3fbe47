import { isUtf8 } from 'node:buffer';
import type { InnerText } from './inner-text.ts';

const MIN_LENGTH = 12;
const BASE64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/;
const HEX = /^(?:0x|\\x)?(?:[0-9a-f]{2}){8,}$/i;
const TOKEN = /^[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/;
const EMBEDDED = /;base64,([A-Za-z0-9+/_%=-]{8,})/g;
/** Characters that are decoded first: most texts that are not base64 show it there. */
const SAMPLE = 32;

/** Text in base64 or hexadecimal digits, the parts of a JSON Web Token, and base64 in `data:` URLs. */
export function unpackBase64(text: string): readonly InnerText[] | undefined {
  if (text.length < MIN_LENGTH) return undefined;
  if (HEX.test(text)) return textsIn([Buffer.from(text.replace(/^(?:0x|\\x)/i, ''), 'hex')]);
  if (BASE64.test(text)) {
    if (!isText(Buffer.from(text.slice(0, SAMPLE), 'base64'))) return undefined;
    return textsIn([Buffer.from(text, 'base64')]);
  }
  if (TOKEN.test(text)) {
    return textsIn(text.split('.', 2).map((part) => Buffer.from(part, 'base64url')));
  }
  if (!text.includes(';base64,')) return undefined;
  return textsIn(
    [...text.matchAll(EMBEDDED)].map(([, data = '']) =>
      Buffer.from(data.replace(/%3d/gi, '='), 'base64'),
    ),
  );
}

function textsIn(buffers: readonly Buffer[]): readonly InnerText[] | undefined {
  const texts = buffers
    .filter(isText)
    .map((bytes) => ({ name: '', text: bytes.toString('latin1') }));
  return texts.length === 0 ? undefined : texts;
}

/** Printable, and valid UTF-8 apart from the end, which may be cut. */
function isText(bytes: Buffer): boolean {
  if (bytes.length < 4) return false;
  for (const byte of bytes) {
    if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return false;
  }
  return isUtf8(bytes) || isUtf8(withoutCutCharacter(bytes));
}

function withoutCutCharacter(bytes: Buffer): Buffer {
  const lead = bytes.findLastIndex((byte) => byte >= 0xc0);
  return bytes.length - lead < 4 ? bytes.subarray(0, lead) : bytes;
}
