import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Zone } from '../../parts/address/scope.ts';
import { Badge } from '../../parts/controls/badge.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { SaveReview } from '../../parts/save/save-review.tsx';

const PATCH = 'PATCH /zones/{zone_id}';

interface Change {
  readonly title: string;
  readonly before: object;
  readonly after: object;
  readonly body: { readonly paused: boolean } | { readonly plan: { readonly legacy_id: string } };
}

/** Plan and pause of a zone: what is no setting of the list below. */
export function PlanSection({ zone }: { zone: Zone }) {
  const params = { zone_id: zone.id };
  const plans = useQuery(apiQuery('GET /zones/{zone_id}/available_plans', { params })).data?.result;
  const [change, setChange] = useState<Change>();
  const { legacy_id: plan } = zone.plan;
  if (change) {
    const { body } = change;
    return (
      <SaveReview
        {...change}
        call={{ operation: PATCH, params, body }}
        save={() => callApi(PATCH, { params, body })}
        zoneId={zone.id}
        submitLabel={change.title}
        failure={`${zone.name} is as it was`}
        onCancel={() => setChange(undefined)}
        onSaved={() => void queryClient.invalidateQueries()}
      />
    );
  }
  const pause = () =>
    setChange({
      title: zone.paused ? 'Resume' : 'Pause',
      before: { paused: zone.paused },
      after: { paused: !zone.paused },
      body: { paused: !zone.paused },
    });
  const choose = (id: string) =>
    setChange({
      title: 'Change the plan',
      before: { plan },
      after: { plan: id },
      body: { plan: { legacy_id: id } },
    });
  return (
    <section className="zone-facts" aria-label="Zone">
      <label className="field">
        <span className="field-label">Plan</span>
        <select value={plan} onChange={(event) => choose(event.target.value)}>
          {(plans ?? [zone.plan]).map(({ legacy_id: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className="field">
        <span className="field-label">State</span>
        <div className="page-actions">
          <Badge tone={zone.paused ? 'warning' : 'good'}>
            {zone.paused ? 'paused' : zone.status}
          </Badge>
          <Button icon={zone.paused ? 'check' : 'pause'} onClick={pause}>
            {zone.paused ? 'Resume' : 'Pause'}
          </Button>
        </div>
        <span className="field-help">
          A paused zone is forwarded without rules, page monitoring and settings.
        </span>
      </div>
    </section>
  );
}
