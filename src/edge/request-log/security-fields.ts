import type { RuleFields } from '../../contracts/events/http-request-event.ts';
import { isRefusal, type RuleMatch } from '../rules/rule-match.ts';

type SecurityFields = Omit<RuleFields, 'RequestHeaders' | 'ResponseHeaders' | 'Cookies'>;

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
  const decided = isRefusal(last) ? last : undefined;
  return {
    SecurityAction: decided ? spelled(decided.action) : '',
    SecurityRuleID: decided?.ruleId ?? '',
    SecurityRuleDescription: decided?.description ?? '',
    SecurityActions: matches.map(({ action }) => spelled(action)),
    SecurityRuleIDs: matches.map(({ ruleId }) => ruleId),
    SecuritySources: matches.map(({ source }) => spelled(source)),
  };
}
