import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useZoneId } from '../../parts/address/scope.ts';
import { customRules, type PhaseView, rateLimits } from '../rules/phase-views.ts';
import { entryPointQuery } from '../rules/ruleset.ts';
import type { SecurityEvent } from './event.ts';

interface RulePage {
  readonly path: string;
  readonly view: PhaseView;
}

/** Where the rules of a product are changed. */
const pages: Readonly<Record<string, RulePage>> = {
  firewallcustom: { path: 'security/custom-rules', view: customRules },
  ratelimit: { path: 'security/rate-limits', view: rateLimits },
};

/** Leads to the rule of an event, if it is one of the zone. Rules of the account have no page here. */
export function RuleLink({ event }: { event: SecurityEvent }) {
  const page = pages[event.source];
  return page ? <LinkTo page={page} ruleId={event.rule_id} /> : null;
}

function LinkTo({ page, ruleId }: { page: RulePage; ruleId: string }) {
  const zoneId = useZoneId();
  const rules = useQuery(entryPointQuery(zoneId, page.view.phase)).data?.rules ?? [];
  if (!rules.some(({ id }) => id === ruleId)) return null;
  return (
    <Link
      to={`/zones/${zoneId}/${page.path}`}
      search={{ panel: ruleId }}
      className="button button-plain"
    >
      Open the rule
    </Link>
  );
}
