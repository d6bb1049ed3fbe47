import { contentType, mediaType } from '../header-value.ts';
import type { RequestRecord } from '../request-record.ts';
import { type FormPairs, type MultiMap, splitForm, toMultiMap } from './multi-map.ts';

const FORM = 'application/x-www-form-urlencoded';
const NONE: FormPairs = { pairs: [], hasMore: false };

/** The pairs of a URL-encoded form. For lenient servers, so is a body without a type. */
export function formOf(request: RequestRecord): FormPairs {
  const { body, readsLeniently = false } = request;
  const media = mediaType(contentType(request));
  const isForm = media === FORM || (readsLeniently && media === '');
  return isForm ? splitForm(body, readsLeniently) : NONE;
}

/** Values are found under the decoded name and under the name as sent. */
export function formMap({ pairs }: FormPairs): MultiMap {
  return toMultiMap(
    pairs.flatMap(({ name, rawName, value }) =>
      name === rawName ? [[name, value] as const] : [[name, value] as const, [rawName, value]],
    ),
  );
}
