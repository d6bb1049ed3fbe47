import { Link } from '@tanstack/react-router';
import type { ResultOf } from '../../api/client.ts';
import { Badge } from '../../parts/controls/badge.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';

type EdgeStatus = ResultOf<'GET /zones/{zone_id}/edge_status'>;

interface ZoneState {
  readonly zone: { readonly id: string; readonly name: string };
  readonly status: EdgeStatus | undefined;
  readonly error: Error | null;
}

/** The nodes, and whether their edge processes serve each zone as it is configured. */
export function EdgeList({ states }: { states: readonly ZoneState[] }) {
  const known = states.flatMap(({ status }) => (status ? [status] : []));
  const nodes = known[0]?.nodes ?? [];
  if (known.length === 0 && states.every(({ error }) => !error)) {
    return <Skeleton lines={6} height={20} />;
  }
  return (
    <>
      <section className="health-section" aria-labelledby="nodes">
        <h2 id="nodes">Nodes</h2>
        <ul className="health-list">
          {nodes.map(({ id, name, silent, edge_processes: count, last_seen_on: seen }) => (
            <li key={id}>
              <strong>{name}</strong>
              <Badge tone={silent ? 'bad' : 'good'}>{silent ? 'silent' : 'reports'}</Badge>
              <span className="secondary">
                {count} edge {count === 1 ? 'process' : 'processes'}, seen{' '}
                <RelativeTime time={seen} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="health-section" aria-labelledby="zones-at-the-edge">
        <h2 id="zones-at-the-edge">Zones at the edge</h2>
        <ul className="health-list">
          {states.map((state) => (
            <ZoneRow key={state.zone.id} {...state} />
          ))}
        </ul>
      </section>
    </>
  );
}

function ZoneRow({ zone, status, error }: ZoneState) {
  const live = status?.edges.filter(({ current }) => current).length ?? 0;
  const problems = [
    ...(status?.problems.map(({ section, message }) => `${section}: ${message}`) ?? []),
    ...(status?.edges.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : [])) ??
      []),
    ...(error ? [error.message] : []),
  ];
  const isCurrent = status?.up_to_date && problems.length === 0;
  return (
    <li>
      <Link to={`/zones/${zone.id}`}>{zone.name}</Link>
      <Badge tone={isCurrent ? 'good' : status ? 'bad' : 'neutral'}>
        {isCurrent ? 'up to date' : status ? 'behind' : 'unknown'}
      </Badge>
      <span className="secondary">
        {status && `live on ${live} of ${status.edges.length} edge processes`}
        {problems.map((problem) => (
          <span key={problem} className="field-error health-problem">
            {problem}
          </span>
        ))}
      </span>
    </li>
  );
}
