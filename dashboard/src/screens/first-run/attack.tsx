import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/api-query.ts';
import type { ResultOf } from '../../api/client.ts';
import { Icon } from '../../parts/controls/icon.tsx';
import { EdgeCommand } from '../../parts/edge/edge-command.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';

const POLL_MS = 1000;
/** A union that reads another table, as an injection in the address of a page looks. */
const ATTACK = '/?id=1%20union%20select%20password%20from%20users';

type SecurityEvent = ResultOf<'GET /zones/{zone_id}/security/events'>[number];

/** The last attack that was blocked; asks until there is one. */
export function useBlockedAttack(zoneId: string, isEnabled: boolean): SecurityEvent | undefined {
  const query = useQuery({
    ...apiQuery('GET /zones/{zone_id}/security/events', {
      params: { zone_id: zoneId },
      query: { since: '-24h', action: 'block', per_page: 1 },
    }),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.result.length ? false : POLL_MS),
  });
  return query.data?.result[0];
}

interface AttackProps {
  readonly zone: { readonly id: string; readonly name: string };
  readonly event: SecurityEvent | undefined;
}

export function Attack({ zone, event }: AttackProps) {
  return (
    <>
      <p className="secondary">
        Send a request that tries to read passwords from a database. It is refused before it reaches
        your server.
      </p>
      <EdgeCommand label="attack" name={zone.name} path={ATTACK} />
      <div role="status">
        {event ? (
          <BlockedAttack zoneId={zone.id} event={event} />
        ) : (
          <p className="waiting">Waiting for the attack …</p>
        )}
      </div>
    </>
  );
}

function BlockedAttack({ zoneId, event }: { zoneId: string; event: SecurityEvent }) {
  return (
    <div className="found">
      <p>
        <Icon name="check" /> Blocked by <strong>{event.description || event.rule_id}</strong>, with
        status {event.response.edge_status}, <RelativeTime time={event.datetime} />
      </p>
      <p>
        <Link to={`/zones/${zoneId}/security/events`} search={{ panel: event.id }}>
          See why it was blocked
        </Link>
      </p>
    </div>
  );
}
