import { Link } from '@tanstack/react-router';
import { filterText } from '../../parts/address/filter.ts';

/** What a rule has done lately. */
export function EventsLink({ zoneId, ruleId }: { zoneId: string; ruleId: string }) {
  const filter = filterText({ column: 'rule_id', value: ruleId, isNegated: false });
  return (
    <Link to={`/zones/${zoneId}/security/events`} search={{ filter: [filter] }}>
      Events of this rule
    </Link>
  );
}
