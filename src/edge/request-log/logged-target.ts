import type { LiveRequest } from '../rules/live-request.ts';
import type { RuleMarks } from '../rules/rule-marks.ts';

/** What it is told from: a transaction has all of it. */
interface Asked {
  readonly target: string;
  readonly live: LiveRequest | undefined;
  readonly marks: RuleMarks | undefined;
}

/** Stands for what must not be kept. */
const HIDDEN = '(hidden)';

/** What logs say was asked for: as the visitor sent it, but without what a rule takes for a password. */
export function loggedTarget({ target, live, marks }: Asked): { path: string; query: string } {
  const sent = live?.rawTarget ?? target;
  const mark = sent.indexOf('?');
  const path = mark === -1 ? sent : sent.slice(0, mark);
  const query = mark === -1 ? '' : sent.slice(mark);
  if (marks?.secretIn === 'target') return { path: `/${HIDDEN}`, query: query && `?${HIDDEN}` };
  if (marks?.secretIn === 'query') return { path, query: query && `?${HIDDEN}` };
  return { path, query };
}
