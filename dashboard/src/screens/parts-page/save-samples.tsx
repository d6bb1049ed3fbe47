import { EdgeState } from '../../parts/save/edge-proof.tsx';
import { SaveReview } from '../../parts/save/save-review.tsx';

const edge = (name: string, current: boolean, problem: string | null = null) => ({
  node: 'aa'.repeat(16),
  name,
  revision: 7,
  current,
  problem,
});
const status = (...edges: ReturnType<typeof edge>[]) => ({
  up_to_date: edges.every(({ current }) => current),
  revision: 7,
  problems: [],
  nodes: [],
  edges,
});

export function SaveSamples() {
  const before = { name: 'shop.test', paused: false };
  return (
    <>
      <SaveReview
        title="Pause shop.test"
        before={before}
        after={{ ...before, paused: true }}
        call={{ operation: 'PATCH /zones/{zone_id}', params: { zone_id: 'ab'.repeat(16) } }}
        save={async () => undefined}
        zoneId={'ab'.repeat(16)}
        submitLabel="Pause"
        failure="The zone is as it was"
        onCancel={() => undefined}
        onSaved={() => undefined}
      />
      <EdgeState status={undefined} took={undefined} />
      <EdgeState status={status(edge('edge-1', true), edge('edge-2', false))} took={undefined} />
      <EdgeState status={status(edge('edge-1', true), edge('edge-2', true))} took={14} />
      <EdgeState status={status(edge('edge-1', false, 'rule 3: unknown field'))} took={undefined} />
    </>
  );
}
