import { isUtf8 } from 'node:buffer';
import { judgeJson } from '../../kernel/strict-json.ts';
import { charsetsOf, isPlainCharset } from '../body/charset.ts';
import { contentType, mediaType } from '../header-value.ts';
import type { RequestRecord } from '../request-record.ts';
import { hasMalformedParts } from './multipart-extractors.ts';

const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/**
 * Whether servers may read a body in different ways although its headers name one format: it does not match its
 * `Content-Encoding`, does not strictly match its media type, or has a charset that is unknown or without ASCII.
 */
export function isMalformed(request: RequestRecord): boolean {
  if (request.bodyIsDamaged) return true;
  const { body, decodedBody: text = body, bodyIsTruncated: isCut = false } = request;
  if (text === '') return false;
  const type = contentType(request);
  const breaks = checkOf(mediaType(type));
  if (!breaks) return false;
  const charsets = charsetsOf(type);
  return charsets.length > 1 || !charsets.every(isPlainCharset) || breaks(request, text, isCut);
}

type Check = (request: RequestRecord, text: string, isCut: boolean) => boolean;

function checkOf(media: string): Check | undefined {
  return JSON_TYPE.test(media) ? breaksJson : checks[media];
}

const checks: Readonly<Record<string, Check>> = {
  'application/x-www-form-urlencoded': (_, text, isCut) =>
    BAD_ESCAPE.test(isCut ? text.slice(0, -2) : text),
  'multipart/form-data': hasMalformedParts,
};

/** RFC 8259, section 8.1: UTF-8 without a byte order mark. */
function breaksJson(_request: RequestRecord, text: string, isCut: boolean): boolean {
  const verdict = judgeJson(text);
  if (isCut) return verdict === 'malformed';
  return verdict !== 'sound' || !isUtf8(Buffer.from(text, 'latin1'));
}
