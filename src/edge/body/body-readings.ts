import { decodeContent } from '../../detectors/sensitive-data/decode-content.ts';
import { mediaType } from '../extractors/header-value.ts';
import { charsetsOf, transcode } from './charset.ts';
import { hasPlainGzipHead } from './gzip-head.ts';
import { type BodyReading, type BodyText, plainBody } from './inspected-body.ts';

/** Content that is compressed better than this is decoded only in part: hardly any is that is worth inspecting. */
const MOST_RATIO = 100;
/** Short content may become this long whatever the ratio. */
const SHORT = 32_768;

/** Headers of a form's parts that tell how their content is encoded. */
const PART_ENCODING = /content-transfer-encoding|charset/i;

export interface SentBody {
  readonly encoding: string | undefined;
  /** Its content type. */
  readonly type: string;
  /** Bytes to which it is decoded at most. */
  readonly limit: number;
  /** It goes on behind what is inspected. */
  readonly isCut: boolean;
}

type Readings = Pick<BodyText, 'readings' | 'decoded' | 'isDamaged'> & {
  /** False if there is content that could not be decoded. */
  readonly isWhole: boolean;
};

/**
 * The ways in which servers read a body: as it was sent, since many ignore `Content-Encoding`; decoded, also without
 * some of several encodings; in the charset that its type names; and with decoded parts.
 */
export async function readingsOf(bytes: Buffer, sent: SentBody): Promise<Readings> {
  const { layers, decoded, isDamaged, isWhole } = await decode(bytes, sent);
  const readings = new Set([bytes.toString('latin1'), ...layers, decoded]);
  const charsets = charsetsOf(sent.type);
  // Servers take the first or the last one; more would only make readings.
  for (const charset of new Set([...charsets.slice(0, 1), ...charsets.slice(-1)])) {
    readings.add(transcode(decoded, charset) ?? decoded);
  }
  const list: BodyReading[] = [...readings].map((content) => ({ content, decodesParts: false }));
  if (mediaType(sent.type) === 'multipart/form-data' && PART_ENCODING.test(decoded)) {
    list.push({ content: decoded, decodesParts: true });
  }
  // The first one is what was sent.
  return { readings: list as unknown as Readings['readings'], decoded, isDamaged, isWhole };
}

type Decoded = Pick<Readings, 'decoded' | 'isDamaged' | 'isWhole'> & {
  /** What is inside each encoding. */
  readonly layers: readonly string[];
};

async function decode(bytes: Buffer, { encoding, limit, isCut }: SentBody): Promise<Decoded> {
  const sent = { ...plainBody(bytes.toString('latin1')), isWhole: true, layers: [] };
  if (encoding === undefined || bytes.length === 0) return sent;
  const most = Math.min(limit, Math.max(SHORT, MOST_RATIO * bytes.length));
  const content = await decodeContent(bytes, encoding, most + 1);
  // Nobody knows what is in it.
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
