import { contentType, mediaType } from './header-value.ts';
import { type FormPairs, type MultiMap, splitForm, toMultiMap } from './multi-map.ts';
import type { RequestRecord } from './request-record.ts';

const NONE: FormPairs = { pairs: [], hasMore: false };

/** The pairs of a URL-encoded form. */
export function formOf(request: RequestRecord): FormPairs {
  const isForm = mediaType(contentType(request)) === 'application/x-www-form-urlencoded';
  return isForm ? splitForm(request.body) : NONE;
}

/** Values are found under the decoded name and under the name as sent. */
export function formMap({ pairs }: FormPairs): MultiMap {
  return toMultiMap(
    pairs.flatMap(({ name, rawName, value }) =>
      name === rawName ? [[name, value] as const] : [[name, value] as const, [rawName, value]],
    ),
  );
}
