import type { RuleEffects } from '../rules/rule-effects.ts';

/** The parts of an exchange that the logged target needs. */
interface LoggedRequest {
  readonly rawTarget: string;
  readonly effects: RuleEffects | undefined;
}

/** The replacement for parts that must not be logged. */
const HIDDEN = '(hidden)';

/** The target as the visitor sent it, without the part in which a rule looks for passwords. */
export function loggedTarget({ rawTarget, effects }: LoggedRequest): {
  path: string;
  query: string;
} {
  const mark = rawTarget.indexOf('?');
  const path = mark === -1 ? rawTarget : rawTarget.slice(0, mark);
  const query = mark === -1 ? '' : rawTarget.slice(mark);
  if (effects?.secretIn === 'target') return { path: `/${HIDDEN}`, query: query && `?${HIDDEN}` };
  if (effects?.secretIn === 'query') return { path, query: query && `?${HIDDEN}` };
  return { path, query };
}
