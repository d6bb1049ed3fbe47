import { Resettable } from '../http/common-schema.ts';
import { type TObject, type TProperties, Type } from '../kernel/schema.ts';

/**
 * How a body changes the stored document, for every resource of every area. With `replace` (full PUT, as in
 * POST), members that are left out get their defaults. With `merge` (PATCH, partial PUT), they keep their values, and
 * members that are null get their defaults.
 */
export type WriteMode = 'replace' | 'merge';

/** The schema of a body, made from the schema of a whole document. */
export function bodySchema(mode: WriteMode, document: TObject): TObject {
  return mode === 'merge' ? Type.Partial(Type.Object(mergeMembers(document))) : document;
}

interface SchemaFlags {
  readonly readOnly?: boolean;
  readonly 'x-keeps-value'?: boolean;
}

/** Required members cannot be reset with null, because they have no default; members with `x-keeps-value` are never reset. */
function mergeMembers(document: TObject): TProperties {
  const { properties } = document;
  const required: readonly string[] = document.required ?? [];
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { readOnly, 'x-keeps-value': keepsValue } = schema as SchemaFlags;
      const stays = required.includes(name) || readOnly || keepsValue;
      return [name, stays ? schema : Resettable(schema)];
    }),
  );
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
  if (mode === 'replace') return sent;
  const members = Object.entries({ ...stored, ...sent }).filter(([, value]) => value !== null);
  return Object.fromEntries(members) as Document;
}
