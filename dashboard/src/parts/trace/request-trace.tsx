import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { apiQuery } from '../../api/api-query.ts';
import { useZoneId } from '../address/scope.ts';
import { CopyAs } from '../copy-as/copy-as.tsx';
import { formatMilliseconds } from '../format/numbers.ts';
import { Empty } from '../states/empty.tsx';
import { Partial } from '../states/partial.tsx';
import { QueryState } from '../states/query-state.tsx';
import { TracePhases } from './trace-phases.tsx';
import type { Trace } from './trace-tree.ts';
import './trace.css';

const OPERATION = 'GET /zones/{zone_id}/security/trace/{ray_id}';

interface RequestTraceProps {
  readonly rayId: string;
  /** Names of rules by their ids, as far as they are known. */
  readonly ruleNames?: ReadonlyMap<string, string>;
}

/** How rules treated a request: each phase and rule in the order they ran, with the values that their conditions saw. */
export function RequestTrace({ rayId, ruleNames }: RequestTraceProps) {
  const params = { zone_id: useZoneId(), ray_id: rayId };
  const query = useQuery({
    ...apiQuery(OPERATION, { params }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <Empty
        icon="shield"
        title="There is no trace of this request"
        guide={{ href: '/docs/guides/security-events.md', label: 'Which requests are traced' }}
      >
        Traces are kept for 24 hours, and under an attack only of some requests.
      </Empty>
    );
  }
  return (
    <QueryState query={query} what="The trace could not be read">
      {({ result }) => (
        <div className="trace">
          <Decision trace={result} />
          <TracePhases phases={result.phases} ruleNames={ruleNames} />
          <Attacks trace={result} />
          <LeftOut trace={result} />
          <CopyAs call={{ operation: OPERATION, params }} />
        </div>
      )}
    </QueryState>
  );
}

function Decision({ trace: { decision } }: { trace: Trace }) {
  const by = {
    rule: `a rule of the phase ${decision.phase} decided`,
    origin: `${decision.origin || 'the origin'} responded with ${decision.origin_status}`,
    edge: `the edge itself decided: ${decision.problem}`,
  }[decision.by];
  return (
    <p>
      Status <strong>{decision.status}</strong>, {by}, in{' '}
      {formatMilliseconds(decision.total_us / 1000)}.
    </p>
  );
}

function Attacks({ trace: { attacks } }: { trace: Trace }) {
  if (!attacks || attacks.findings.length === 0) return null;
  return (
    <section>
      <h3>Signs of attacks, score {attacks.score} (1 is an attack, 99 is clean)</h3>
      <ul className="trace-findings">
        {attacks.findings.map(({ sign, strength, place, field, excerpt }, n) => (
          // A sign may be found several times in a value.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={n}>
            <span>
              <code>{excerpt}</code>
            </span>
            <span className="secondary">
              {sign}, {strength}, {place} {field}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LeftOut({ trace: { left_out: left } }: { trace: Trace }) {
  if (left.rules + left.values === 0) return null;
  return (
    <Partial>
      {left.rules} rules and {left.values} values did not fit into the trace.
    </Partial>
  );
}
