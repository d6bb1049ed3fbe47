import { decodePercents } from '../../kernel/percent.ts';
import { charsetsOf, transcode } from '../body/charset.ts';

/** The content of a part of a form, with the headers that declare its encoding. */
export interface EncodedPart {
  readonly content: string;
  readonly contentTypes: readonly string[];
  readonly contentTransferEncodings: readonly string[];
}

/**
 * The content of a part without its transfer encoding (RFC 2045, section 6) and in UTF-8. RFC 7578 no longer allows
 * such encodings, and servers differ in whether they decode them. Undefined if an encoding or charset is unknown.
 */
export function decodePart(part: EncodedPart): string | undefined {
  const { content, contentTypes, contentTransferEncodings } = part;
  if (contentTypes.length === 0 && contentTransferEncodings.length === 0) return content;
  const encodings = new Set(contentTransferEncodings.map((name) => name.toLowerCase()));
  const charsets = new Set(contentTypes.flatMap(charsetsOf));
  if (encodings.size > 1 || charsets.size > 1) return undefined;
  const [encoding = 'binary'] = encodings;
  const [charset] = charsets;
  const decoded = decoders[encoding]?.(content);
  if (decoded === undefined || charset === undefined) return decoded;
  return transcode(decoded, charset);
}

const unchanged = (content: string) => content;

const decoders: Readonly<Record<string, (content: string) => string | undefined>> = {
  '7bit': unchanged,
  '8bit': unchanged,
  binary: unchanged,
  base64: decodeBase64,
  'quoted-printable': decodeQuotedPrintable,
};

function decodeBase64(content: string): string | undefined {
  const compact = content.replace(/[\r\n\t ]+/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(compact)
    ? Buffer.from(compact, 'base64').toString('latin1')
    : undefined;
}

/** A line end after `=` is a soft line break and not part of the content. */
function decodeQuotedPrintable(content: string): string {
  const joined = content.replace(/=\r?\n/g, '');
  return decodePercents(joined.replaceAll('%', '%25').replaceAll('=', '%'));
}
