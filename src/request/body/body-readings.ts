import { decodeContent } from '../../kernel/decode-content.ts';
import { hasOddFields, hasOddPartNames } from '../form/lenient-names.ts';
import { mediaType } from '../header-value.ts';
import { charsetsOf, transcode } from './charset.ts';
import { hasPlainGzipHead } from './gzip-head.ts';
import { type BodyReading, type BodyText, plainBody } from './inspected-body.ts';
import { unmarkedText } from './unmarked-charset.ts';

/** The largest compression ratio that is decoded in full. Real content is hardly ever compressed better. */
const MAX_RATIO = 100;
/** Up to this many bytes are decoded whatever the ratio. */
const ALWAYS_DECODED_BYTES = 32_768;

/** Headers of a form's parts that name an encoding of the content. */
const PART_ENCODING = /content-transfer-encoding|charset/i;

export interface SentBody {
  readonly encoding: string | undefined;
  /** Its content type. */
  readonly type: string;
  /** The maximum number of decoded bytes. */
  readonly limit: number;
  /** Whether the body is longer than the inspected prefix. */
  readonly isCut: boolean;
}

type Readings = Pick<BodyText, 'readings' | 'decoded' | 'isDamaged' | 'hasOddNames'> & {
  /** False if there is content that could not be decoded. */
  readonly isWhole: boolean;
};

/**
 * The ways in which servers read a body: as sent, since many ignore `Content-Encoding`; after each step of decoding, if
 * there are several encodings; transcoded from the charset that the content type names; and with decoded parts. Each of
 * them also has a lenient reading if names of fields are unusual.
 */
export async function readingsOf(bytes: Buffer, sent: SentBody): Promise<Readings> {
  const { layers, decoded, isDamaged, isWhole } = await decode(bytes, sent);
  const readings = new Set([bytes.toString('latin1'), ...layers, decoded]);
  const charsets = charsetsOf(sent.type);
  // If the type names several charsets, servers use the first or the last one.
  for (const charset of new Set([...charsets.slice(0, 1), ...charsets.slice(-1)])) {
    readings.add(transcode(decoded, charset) ?? decoded);
  }
  const unmarked = decoded.includes('\0')
    ? unmarkedText(Buffer.from(decoded, 'latin1'))
    : undefined;
  if (unmarked !== undefined) readings.add(unmarked);
  const list: BodyReading[] = [...readings].map((content) => ({ content, decodesParts: false }));
  if (mediaType(sent.type) === 'multipart/form-data' && PART_ENCODING.test(decoded)) {
    list.push({ content: decoded, decodesParts: true });
  }
  // The first reading is the body as sent, so the list is not empty.
  const named = list as unknown as Readings['readings'];
  const isOdd = oddNamesOf(mediaType(sent.type));
  const hasOddNames = isOdd !== undefined && list.some(({ content }) => isOdd(content));
  return { readings: named, decoded, isDamaged, isWhole, hasOddNames };
}

/** The test for bodies of a type; undefined if no server reads forms of this type. */
function oddNamesOf(media: string): ((content: string) => boolean) | undefined {
  if (media === 'application/x-www-form-urlencoded') return hasOddFields;
  if (media === 'multipart/form-data') return hasOddPartNames;
  // Rack reads forms without a type, and of other multipart types.
  return media === '' || media.startsWith('multipart/') ? (content) => content !== '' : undefined;
}

type Decoded = Pick<Readings, 'decoded' | 'isDamaged' | 'isWhole'> & {
  /** The content after each decoding step. */
  readonly layers: readonly string[];
};

async function decode(bytes: Buffer, { encoding, limit, isCut }: SentBody): Promise<Decoded> {
  const sent = { ...plainBody(bytes.toString('latin1')), isWhole: true, layers: [] };
  if (encoding === undefined || bytes.length === 0) return sent;
  const most = Math.min(limit, Math.max(ALWAYS_DECODED_BYTES, MAX_RATIO * bytes.length));
  const content = await decodeContent(bytes, encoding, most + 1);
  // Unknown content encoding.
  if (!content) return { ...sent, isWhole: false };
  const layers = content.layers.map((each) => textOf(each, most));
  const decoded = layers.at(-1);
  if (decoded === undefined) return sent;
  return {
    layers,
    decoded,
    isDamaged: !(content.isSound && hasPlainGzipHead(bytes)) && !isCut,
    isWhole: content.isSound && content.layers.every(({ length }) => length <= most),
  };
}

function textOf({ buffer, byteOffset, length }: Uint8Array, most: number): string {
  return Buffer.from(buffer, byteOffset, Math.min(length, most)).toString('latin1');
}
