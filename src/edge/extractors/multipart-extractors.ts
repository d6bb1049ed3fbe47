import type { FieldName } from '../../catalogs/fields/fields.ts';
import type { Getter, Value } from '../../expression/expression.ts';
import { contentType, mediaType } from './header-value.ts';
import { toMultiMap } from './multi-map.ts';
import { type FormPart, parseMultipart } from './multipart.ts';
import type { RequestRecord } from './request-record.ts';

/** Rules use several of these fields, and many rules do: each body is read once. */
const known = new WeakMap<RequestRecord, { readonly parts: FormPart[] | undefined }>();

function partsOf(request: RequestRecord): FormPart[] | undefined {
  const found = known.get(request) ?? { parts: readParts(request) };
  known.set(request, found);
  return found.parts;
}

/** Another kind of body has no parts; a malformed one has none that could be told: missing. */
function readParts(request: RequestRecord): FormPart[] | undefined {
  const type = contentType(request);
  if (mediaType(type) !== 'multipart/form-data') return [];
  return parseMultipart(type, request.body, request.bodyIsTruncated);
}

const ofEach =
  (extract: (part: FormPart) => Value): Getter<RequestRecord> =>
  (request) =>
    partsOf(request)?.map(extract);

const byName: Getter<RequestRecord> = (request) => {
  const parts = partsOf(request);
  return parts && toMultiMap(parts.flatMap(pairsOf));
};

/** Servers differ in which of several names they take, so the content is found under each. */
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
