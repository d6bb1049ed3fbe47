import { toByteString } from '../../expression/expression.ts';
import { headerParameters } from '../extractors/header-parameters.ts';

/** What texts are in anyway. */
const USUAL = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** The charsets that a content type names, without those that change nothing. */
export function charsetsOf(contentType: string): string[] {
  const named = headerParameters(contentType)
    .filter(([name]) => name === 'charset')
    .map(([, value]) => value.toLowerCase());
  return [...new Set(named)].filter((each) => each !== '' && !USUAL.has(each));
}

/** Text of another charset in UTF-8, as bytes; undefined for a charset that is not known. */
export function transcode(bytes: string, charset: string): string | undefined {
  const decoder = decoderOf(charset);
  return decoder && toByteString(decoder.decode(Buffer.from(bytes, 'latin1')));
}

export const isKnownCharset = (charset: string): boolean => decoderOf(charset) !== undefined;

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
