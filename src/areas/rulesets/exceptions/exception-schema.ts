import { attackPlaces } from '../../../catalogs/attacks/places.ts';
import { ruleIdOf } from '../../../catalogs/managed-rulesets/managed-rule-base.ts';
import { ReadOnly } from '../../../http/common-schema.ts';
import { HEX_ID_PATTERN, HEX_ID_TEXT } from '../../../kernel/hex-id.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { RuleException } from './exception-model.ts';

/** The generic rule that blocks SQL injection. */
const exampleRuleId = ruleIdOf('managed-sql');

const members = {
  rule_id: Type.String({
    pattern: HEX_ID_PATTERN,
    'x-expected': HEX_ID_TEXT,
    examples: [exampleRuleId],
  }),
  path: Type.String({
    pattern: '^/[^?#]*$',
    'x-expected': 'a path that begins with "/", without "?" and "#"',
    maxLength: 1024,
    examples: ['/search'],
  }),
  place: Type.Enum([...attackPlaces]),
  field: Type.String({ maxLength: 256, examples: ['q'] }),
  reason: Type.String({ minLength: 1, maxLength: 500, examples: ['People search for SQL here'] }),
};

const ExpiresAt = Type.String({ format: 'date-time', examples: ['2030-01-31T20:00:00Z'] });

export const ExceptionBody = Type.Object({
  ...members,
  expires_at: Type.Optional(ExpiresAt),
  id: ReadOnly,
  created_at: ReadOnly,
  last_updated: ReadOnly,
});

export const ExceptionResponse = Type.Object({
  id: Type.String(),
  ...members,
  expires_at: Type.Optional(ExpiresAt),
  created_at: Type.String(),
  last_updated: Type.String(),
});

export function exceptionResponse({ id, createdAt, modifiedAt, document }: RuleException) {
  return {
    id,
    ...document,
    created_at: toMicrosecondText(createdAt),
    last_updated: toMicrosecondText(modifiedAt),
  };
}
