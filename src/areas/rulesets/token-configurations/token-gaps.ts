import { isTokenName } from '../../../catalogs/fields/token-fields.ts';
import type { LacksValue } from '../../../expression/expression.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import type { GapUse } from '../../../http/gap-notices.ts';

/** `lacksValue` for a zone with these token configurations: without one, fields and functions of tokens have no value. */
export function lacksValueWith(ids: ReadonlySet<string>, lacksValue: LacksValue): LacksValue {
  return (name, subject) => {
    if (!isTokenName(name)) return lacksValue(name, subject);
    return subject === undefined ? ids.size === 0 : !ids.has(subject);
  };
}

/** Names the route that creates a token configuration if a rule uses a missing one. */
export function tokenGapNotices(uses: readonly GapUse[], zone: string | undefined): Notice[] {
  const isMissing = uses.some(({ names }) => names.some((name) => isTokenName(functionOf(name))));
  return isMissing && zone !== undefined ? [notice('tokenConfigurationMissing', { zone })] : [];
}

/** `is_jwt_valid` of `is_jwt_valid("a")`; names of fields are returned unchanged. */
const functionOf = (name: string) => name.split('(', 1)[0] ?? name;
