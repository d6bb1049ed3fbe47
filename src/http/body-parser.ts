import { parseJson } from '../kernel/json.ts';
import { ApiError } from './api-error.ts';
import { findBadText } from './validation.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
/** Escapes that can spell what must not be stored; anything else needs no second look. */
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

/** Turns the text of a request body into a value. A missing content type is taken for JSON. */
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
