import { ReadOnly, withExample } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { bodySchema } from '../../../resources/document-write.ts';
import type { Filter } from './filter-model.ts';

const Text = Type.String();

/** Optional members of a filter, on its own or in the body of a firewall rule. */
export const filterMembers = {
  paused: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  ref: Type.Optional(Type.String({ maxLength: 50 })),
};

const Expression = Type.String({ examples: ['http.request.uri.path eq "/admin"'] });

export const NewFilter = Type.Object({
  expression: Expression,
  ...filterMembers,
  id: ReadOnly,
});

export const FilterChange = bodySchema('merge', NewFilter);

/** An item of a batch, which names its filter by id. */
export const IdentifiedFilter = Type.Object({
  id: withExample(Text, '$FILTER_ID'),
  expression: Expression,
  ...filterMembers,
});

export const IdentifiedFilterChange = Type.Object({
  id: withExample(Text, '$FILTER_ID'),
  expression: Type.Optional(Expression),
  ...filterMembers,
});

export const FilterResponse = Type.Object({
  id: Text,
  expression: Text,
  paused: Type.Boolean(),
  description: Type.Optional(Text),
  ref: Type.Optional(Text),
});

export function filterResponse({ id, document }: Filter) {
  return { id, ...document, paused: document.paused ?? false };
}
