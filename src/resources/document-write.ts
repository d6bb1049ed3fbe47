import { type TObject, Type } from 'typebox';

/**
 * How a body changes the stored document, for every resource of every area. With `replace` (full PUT, as in
 * POST) members that are left out get their defaults; with `merge` (PATCH, partial PUT) they keep their values.
 */
export type WriteMode = 'replace' | 'merge';

/** The schema of a body, made from the schema of a whole document. */
export function bodySchema(mode: WriteMode, document: TObject): TObject {
  return mode === 'merge' ? Type.Partial(document) : document;
}

/** The document of a new resource. `body` has been checked against its schema. */
export function newDocument<Document extends object>(body: unknown): Document {
  return body as Document;
}

/** The document after a change. `body` has been checked against the schema of this mode. */
export function changedDocument<Document extends object>(
  mode: WriteMode,
  stored: Document,
  body: unknown,
): Document {
  const sent = newDocument<Document>(body);
  return mode === 'merge' ? { ...stored, ...sent } : sent;
}
