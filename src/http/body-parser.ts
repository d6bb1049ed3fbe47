import { parseJson } from '../kernel/json.ts';
import { ApiError } from './api-error.ts';
import { findBadText } from './validation.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
/** Escape sequences that can produce text that cannot be stored. Bodies without them need no further check. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

/** Parses the text of a request body. A missing content type means JSON. */
export function parseBody(contentType: string | undefined, text: string): unknown {
  if (text === '') return undefined;
  if (contentType !== undefined && !JSON_TYPE.test(contentType)) {
    throw new ApiError('unsupportedMediaType');
  }
  const parsed = parseJson(text);
  if (!parsed.ok) throw new ApiError('malformedJson', { detail: `: ${parsed.problem}` });
  const bad = SUSPICIOUS.test(text) ? findBadText(parsed.value) : undefined;
  if (bad) throw new ApiError('invalidBody', { problem: bad.text }, { pointer: bad.pointer });
  return parsed.value;
}
