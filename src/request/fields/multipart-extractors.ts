import type { FieldName } from '../../catalogs/fields/fields.ts';
import type { Getter, Value } from '../../expression/expression.ts';
import { toMultiMap } from '../form/multi-map.ts';
import { type FormPart, type FormParts, parseMultipart } from '../form/multipart.ts';
import { contentType, mediaType } from '../header-value.ts';
import type { RequestRecord } from '../request-record.ts';

/** Many rules use several of these fields, so each body is parsed once. */
const known = new WeakMap<RequestRecord, FormParts>();

function partsOf(request: RequestRecord): FormParts {
  const found = known.get(request) ?? readParts(request);
  known.set(request, found);
  return found;
}

const NONE: FormParts = { parts: [], hasMore: false, isMalformed: false };

function readParts(request: RequestRecord): FormParts {
  const type = contentType(request);
  const { body, bodyIsTruncated: isTruncated, decodesParts, readsLeniently } = request;
  const media = mediaType(type);
  // Rack reads forms of other multipart types as well.
  const isForm = readsLeniently ? media.startsWith('multipart/') : media === 'multipart/form-data';
  return isForm ? parseMultipart(type, body, { isTruncated, decodesParts, readsLeniently }) : NONE;
}

export function hasMalformedParts(
  request: RequestRecord,
  text: string,
  isTruncated: boolean,
): boolean {
  return parseMultipart(contentType(request), text, { isTruncated }).isMalformed;
}

export function hasMoreParts(request: RequestRecord): boolean {
  return partsOf(request).hasMore;
}

const ofEach =
  (extract: (part: FormPart) => Value): Getter<RequestRecord> =>
  (request) =>
    partsOf(request).parts.map(extract);

const byName: Getter<RequestRecord> = (request) =>
  toMultiMap(partsOf(request).parts.flatMap(pairsOf));

/** Servers differ in which of several names they use, so the content is listed under each. */
function pairsOf({ names, content }: FormPart): [string, string][] {
  return names.map((name) => [name, content]);
}

export const multipartExtractors: Partial<Record<FieldName, Getter<RequestRecord>>> = {
  'http.request.body.multipart': byName,
  'http.request.body.multipart.values': ofEach(({ content }) => content),
  'http.request.body.multipart.names': ofEach(({ names }) => names),
  'http.request.body.multipart.filenames': ofEach(({ filenames }) => filenames),
  'http.request.body.multipart.content_types': ofEach(({ contentTypes }) => contentTypes),
  'http.request.body.multipart.content_dispositions': ofEach((part) => part.contentDispositions),
  'http.request.body.multipart.content_transfer_encodings': ofEach(
    (part) => part.contentTransferEncodings,
  ),
};
