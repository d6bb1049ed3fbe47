import { limits } from '../../../catalogs/limits.ts';
import { listKinds } from '../../../expression/expression.ts';
import { ReadOnly, withExample } from '../../../http/common-schema.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { addedMembers, addedReadOnly, addedResponse } from '../../../resources/resource-schema.ts';
import type { ListItem, ListRecord } from './list-model.ts';

const LONGEST_URL = 4096;

const listMembers = {
  /** Expressions refer to the list by its name. */
  name: Type.String({
    pattern: '^[a-z0-9_]{1,50}$',
    'x-expected': '1 to 50 lower-case letters, digits and "_"',
    examples: ['office'],
  }),
  kind: Type.Enum([...listKinds], { examples: ['ip'] }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
};

export const ListBody = Type.Object({
  ...listMembers,
  ...addedReadOnly,
  num_items: ReadOnly,
  num_referencing_filters: ReadOnly,
});

export const ListResponse = Type.Object({
  ...addedResponse,
  ...listMembers,
  num_items: Type.Integer(),
  num_referencing_filters: Type.Integer(),
});

/**
 * An empty description is left out: declarative clients send it for a list without one, and would see a difference to
 * their configuration.
 */
export function listResponse(record: ListRecord) {
  const { description, ...document } = record.document;
  return {
    ...addedMembers(record),
    ...document,
    ...(description && { description }),
    num_items: record.itemCount,
    num_referencing_filters: record.referenceCount,
  };
}

const itemMembers = {
  ip: Type.Optional(Type.String({ maxLength: 64 })),
  asn: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff })),
  hostname: Type.Optional(
    Type.Object({
      url_hostname: Type.String({ maxLength: 255 }),
      exclude_exact_hostname: Type.Optional(Type.Boolean()),
    }),
  ),
  redirect: Type.Optional(
    Type.Object({
      source_url: Type.String({ maxLength: LONGEST_URL }),
      target_url: Type.String({ maxLength: LONGEST_URL }),
      status_code: Type.Optional(Type.Enum([301, 302, 307, 308])),
      include_subdomains: Type.Optional(Type.Boolean()),
      subpath_matching: Type.Optional(Type.Boolean()),
      preserve_query_string: Type.Optional(Type.Boolean()),
      preserve_path_suffix: Type.Optional(Type.Boolean()),
    }),
  ),
  comment: Type.Optional(Type.String({ maxLength: 500 })),
};

/** The quota of an account. */
const maxItems = limits.listItemsPerAccount;

const Items = Type.Array(Type.Object({ ...itemMembers, ...addedReadOnly }), { maxItems });

/** Some clients send null instead of an empty list. */
export const ItemsBody = withExample(
  Type.Unsafe<Static<typeof Items> | null>({ ...Items, type: ['array', 'null'] }),
  [{ ip: '192.0.2.0/24', comment: 'Head office' }],
);

export const ItemsDeleteBody = withExample(
  Type.Object({
    items: Type.Array(Type.Object({ id: Type.String({ maxLength: 64 }) }), {
      minItems: 1,
      maxItems,
    }),
  }),
  { items: [{ id: '$ITEM_ID' }] },
);

export const ItemResponse = Type.Object({ ...addedResponse, ...itemMembers });

export function itemResponse({ id, value, createdAt, modifiedAt }: ListItem) {
  return { ...addedMembers({ id, createdAt, modifiedAt }), ...value };
}

export const OperationStarted = Type.Object({ operation_id: Type.String() });

export const OperationResponse = Type.Object({
  id: Type.String(),
  status: Type.Enum(['pending', 'running', 'completed', 'failed']),
  completed: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

export function operationResponse(id: string, completedAt: number) {
  return { id, status: 'completed', completed: toMicrosecondText(completedAt) };
}
