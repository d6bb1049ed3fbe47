import { toByteString } from '../../expression/expression.ts';
import { headerParameters } from '../form/header-parameters.ts';

/** Charsets that need no transcoding: text is handled as UTF-8. */
const USUAL = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** The charsets that a content type names, except those that need no transcoding. */
export function charsetsOf(contentType: string): string[] {
  const named = headerParameters(contentType)
    .filter(([name]) => name === 'charset')
    .map(([, value]) => value.toLowerCase());
  return [...new Set(named)].filter((each) => each !== '' && !USUAL.has(each));
}

/** Transcodes text to UTF-8, as a byte string; undefined if the charset is unknown. */
export function transcode(bytes: string, charset: string): string | undefined {
  const decoder = decoderOf(charset);
  return decoder && toByteString(decoder.decode(Buffer.from(bytes, 'latin1')));
}

/** Servers differ in whether they split text before or after they decode these charsets, which do not contain ASCII. */
const notAscii = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp']);

/** Whether all servers that know the charset split text in the same places. */
export function isPlainCharset(charset: string): boolean {
  const decoder = decoderOf(charset);
  return decoder !== undefined && !notAscii.has(decoder.encoding);
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
