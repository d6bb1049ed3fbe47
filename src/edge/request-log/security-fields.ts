import type { RuleFields } from '../../contracts/events/http-request-event.ts';
import type { RuleMatch } from '../rules/rule-match.ts';

type SecurityFields = Omit<RuleFields, 'RequestHeaders' | 'ResponseHeaders' | 'Cookies'>;

const ending = new Set(['block', 'challenge', 'js_challenge', 'managed_challenge']);

/** The request log uses other spellings than the security events. */
const spellings: Readonly<Record<string, string>> = {
  js_challenge: 'jschallenge',
  managed_challenge: 'managedChallenge',
  firewallcustom: 'firewallCustom',
  firewallmanaged: 'firewallManaged',
  ratelimit: 'rateLimit',
};

const spelled = (word: string): string => spellings[word] ?? word;

const NONE: SecurityFields = {
  SecurityAction: '',
  SecurityRuleID: '',
  SecurityRuleDescription: '',
  SecurityActions: [],
  SecurityRuleIDs: [],
  SecuritySources: [],
};

export function securityFields(matches: readonly RuleMatch[]): SecurityFields {
  const last = matches.at(-1);
  if (!last) return NONE;
  const decided = ending.has(last.action) ? last : undefined;
  return {
    SecurityAction: decided ? spelled(decided.action) : '',
    SecurityRuleID: decided?.ruleId ?? '',
    SecurityRuleDescription: decided?.description ?? '',
    SecurityActions: matches.map(({ action }) => spelled(action)),
    SecurityRuleIDs: matches.map(({ ruleId }) => ruleId),
    SecuritySources: matches.map(({ source }) => spelled(source)),
  };
}
