import { isUtf8 } from 'node:buffer';
import { constants, gunzipSync } from 'node:zlib';
import type { InnerText } from './inner-text.ts';

const MIN_LENGTH = 12;
const BASE64 = /^[A-Za-z0-9+/_-]{12,}={0,2}$/;
const HEX = /^(?:0x|\\x)?(?:[0-9a-f]{2}){8,}$/i;
const TOKEN = /^[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/;
const EMBEDDED = /;base64,([A-Za-z0-9+/_%=-]{8,})/g;
/** The first characters of base64 of a compressed file. */
const GZIP = 'H4sI';
const MAX_ZIPPED = 32_768;
const MAX_UNZIPPED = 65_536;
const JAVA_STREAM = Buffer.from([0xac, 0xed, 0, 5]);
/** Of the bytes of a text; members of serialised objects have two each. */
const NUL_SHARE = 0.15;
/** Characters that are decoded first: most texts that are not base64 show it there. */
const SAMPLE = 32;

/** Text in base64 or hexadecimal digits, the parts of a JSON Web Token, and base64 in `data:` URLs. */
export function unpackBase64(text: string): readonly InnerText[] | undefined {
  if (text.length < MIN_LENGTH) return undefined;
  if (HEX.test(text)) return textsIn([Buffer.from(text.replace(/^(?:0x|\\x)/i, ''), 'hex')]);
  if (BASE64.test(text)) {
    if (text.startsWith(GZIP)) return unzipped(Buffer.from(text.slice(0, MAX_ZIPPED), 'base64'));
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

/** A text, or a stream of Java, that was compressed before. Only the beginning of larger ones is looked at. */
function unzipped(bytes: Buffer): readonly InnerText[] | undefined {
  try {
    const inner = gunzipSync(bytes, {
      maxOutputLength: MAX_UNZIPPED,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    const isStream = inner.indexOf(JAVA_STREAM) === 0;
    return isStream ? [{ name: '', text: inner.toString('latin1') }] : textsIn([inner]);
  } catch {
    return undefined; // Not compressed, or larger than any serialised object.
  }
}

function textsIn(buffers: readonly Buffer[]): readonly InnerText[] | undefined {
  const texts = buffers
    .filter(isText)
    .map((bytes) => ({ name: '', text: bytes.toString('latin1') }));
  return texts.length === 0 ? undefined : texts;
}

/** Printable apart from a few NULs, and valid UTF-8 apart from the end, which may be cut. */
function isText(bytes: Buffer): boolean {
  if (bytes.length < 4) return false;
  let nuls = 0;
  for (const byte of bytes) {
    if (byte === 0) nuls += 1;
    else if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return false;
  }
  if (nuls > NUL_SHARE * bytes.length && nuls > 1) return false;
  return isUtf8(bytes) || isUtf8(withoutCutCharacter(bytes));
}

function withoutCutCharacter(bytes: Buffer): Buffer {
  const lead = bytes.findLastIndex((byte) => byte >= 0xc0);
  return bytes.length - lead < 4 ? bytes.subarray(0, lead) : bytes;
}
