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
 * The ways in which servers read a body: as it was sent, since many ignore `Content-Encoding`; decoded; in the
 * charset that its type names; and with decoded parts.
 */
export async function readingsOf(bytes: Buffer, sent: SentBody): Promise<Readings> {
  const { decoded, isDamaged, isWhole } = await decode(bytes, sent);
  const readings = new Set([bytes.toString('latin1'), decoded]);
  for (const charset of charsetsOf(sent.type)) readings.add(transcode(decoded, charset) ?? decoded);
  const list: BodyReading[] = [...readings].map((content) => ({ content, decodesParts: false }));
  if (mediaType(sent.type) === 'multipart/form-data' && PART_ENCODING.test(decoded)) {
    list.push({ content: decoded, decodesParts: true });
  }
  // The first one is what was sent.
  return { readings: list as unknown as Readings['readings'], decoded, isDamaged, isWhole };
}

type Decoded = Pick<Readings, 'decoded' | 'isDamaged' | 'isWhole'>;

async function decode(bytes: Buffer, { encoding, limit, isCut }: SentBody): Promise<Decoded> {
  const sent = { ...plainBody(bytes.toString('latin1')), isWhole: true };
  if (encoding === undefined || bytes.length === 0) return sent;
  const most = Math.min(limit, Math.max(SHORT, MOST_RATIO * bytes.length));
  const content = await decodeContent(bytes, encoding, most + 1);
  // Nobody knows what is in it.
  if (!content) return { ...sent, isWhole: false };
  const { buffer, byteOffset, length } = content.bytes;
  // The decoder returns its input when the body is not encoded at all.
  if (buffer === bytes.buffer && byteOffset === bytes.byteOffset) return sent;
  const isSound = content.isSound && hasPlainGzipHead(bytes);
  return {
    decoded: Buffer.from(buffer, byteOffset, Math.min(length, most)).toString('latin1'),
    isDamaged: !isSound && !isCut,
    isWhole: content.isSound && length <= most,
  };
}
