import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi, type ResultOf } from '../../api/client.ts';
import { Icon } from '../controls/icon.tsx';
import { formatMilliseconds } from '../format/numbers.ts';
import { Failure } from '../states/failure.tsx';
import './save.css';

const POLL_MS = 50;
const SLOW_POLL_MS = 1000;
const QUICK_POLLS = 20;

type EdgeStatus = ResultOf<'GET /zones/{zone_id}/edge_status'>;

/** "Live on 2 of 2 edge processes after 14 ms": asks until every edge process runs the change. */
export function EdgeProof({ zoneId, since }: { zoneId: string; since: number }) {
  const took = useRef<number>(undefined);
  const polls = useRef(0);
  const query = useQuery({
    // Each save is a question of its own.
    queryKey: ['edge-status', zoneId, since],
    queryFn: ({ signal }) =>
      callApi('GET /zones/{zone_id}/edge_status', { params: { zone_id: zoneId } }, signal),
    refetchInterval: ({ state }) => {
      if (state.data?.result.up_to_date) return false;
      polls.current += 1;
      return polls.current < QUICK_POLLS ? POLL_MS : SLOW_POLL_MS;
    },
  });
  if (query.error && !query.data) {
    return <Failure error={query.error} what="Saved. The state of the edge could not be read" />;
  }
  const status = query.data?.result;
  if (status?.up_to_date) took.current ??= performance.now() - since;
  return <EdgeState status={status} took={took.current} />;
}

interface EdgeStateProps {
  readonly status: EdgeStatus | undefined;
  readonly took: number | undefined;
}

export function EdgeState({ status, took }: EdgeStateProps) {
  if (!status) return <p role="status">Saved. Waiting for the edge …</p>;
  const live = status.edges.filter(({ current }) => current).length;
  const text = `${live} of ${status.edges.length} edge ${status.edges.length === 1 ? 'process' : 'processes'}`;
  const problems = [
    ...status.problems.map(({ message }) => message),
    ...status.edges.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : [])),
  ];
  return (
    <div role="status">
      {status.up_to_date ? (
        <p className="proof">
          <Icon name="check" />
          Saved and live on {text}
          {took !== undefined && ` after ${formatMilliseconds(took)}`}
        </p>
      ) : (
        <p>Saved. Live on {text} …</p>
      )}
      {problems.map((problem) => (
        <p key={problem} className="field-error">
          {problem}
        </p>
      ))}
    </div>
  );
}
