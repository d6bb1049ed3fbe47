import type { LiveRequest } from '../rules/live-request.ts';
import type { RuleEffects } from '../rules/rule-effects.ts';

/** What it is told from: a exchange has all of it. */
interface Asked {
  readonly target: string;
  readonly live: LiveRequest | undefined;
  readonly effects: RuleEffects | undefined;
}

/** Stands for what must not be kept. */
const HIDDEN = '(hidden)';

/** What logs say was asked for: as the visitor sent it, but without what a rule takes for a password. */
export function loggedTarget({ target, live, effects }: Asked): { path: string; query: string } {
  const sent = live?.rawTarget ?? target;
  const mark = sent.indexOf('?');
  const path = mark === -1 ? sent : sent.slice(0, mark);
  const query = mark === -1 ? '' : sent.slice(mark);
  if (effects?.secretIn === 'target') return { path: `/${HIDDEN}`, query: query && `?${HIDDEN}` };
  if (effects?.secretIn === 'query') return { path, query: query && `?${HIDDEN}` };
  return { path, query };
}
