import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Zone } from '../../parts/address/scope.ts';
import { Button } from '../../parts/controls/button.tsx';
import { SaveReview } from '../../parts/save/save-review.tsx';
import { entryPointQuery } from '../rules/ruleset.ts';
import { MANAGED_PHASE, protectionEffect, protectionRules } from './managed-rules.ts';

interface ProtectionProps {
  readonly zone: Zone;
  readonly onSaved: () => void;
}

/** Deploys the managed rulesets on a zone that has none. */
export function Protection({ zone, onSaved }: ProtectionProps) {
  const [isOpen, setOpen] = useState(false);
  const plan = zone.plan.legacy_id;
  const rules = protectionRules(plan);
  const params = { zone_id: zone.id, phase: MANAGED_PHASE } as const;
  const operation = 'PUT /zones/{zone_id}/rulesets/phases/{phase}/entrypoint';
  return (
    <>
      <p className="secondary">
        The managed rules recognise attacks such as SQL injection and cross-site scripting. Clear
        attacks are blocked; likely ones are logged, so that no visitor is refused by mistake.
      </p>
      {isOpen ? (
        <SaveReview
          title={`Protect ${zone.name}`}
          before={protectionEffect(plan, false)}
          after={protectionEffect(plan, true)}
          call={{ operation, params, body: { rules } }}
          save={async () => {
            await assertNoRules(zone.id);
            await callApi(operation, { params, body: { rules } });
            onSaved();
          }}
          zoneId={zone.id}
          submitLabel="Deploy the rules"
          failure="The rules were not deployed"
          onCancel={() => {
            setOpen(false);
            void queryClient.invalidateQueries();
          }}
          onSaved={() => void queryClient.invalidateQueries()}
        />
      ) : (
        <div>
          <Button kind="primary" onClick={() => setOpen(true)}>
            Switch protection on
          </Button>
        </div>
      )}
    </>
  );
}

/** Throws if there are rules, for example from another tab: the call that deploys would replace them. */
async function assertNoRules(zoneId: string): Promise<void> {
  const query = { ...entryPointQuery(zoneId, MANAGED_PHASE), staleTime: 0 };
  const entryPoint = await queryClient.fetchQuery(query);
  if (!entryPoint?.rules.length) return;
  throw new Error(
    'The site already has managed rules, which would be replaced. Change them on the page "Managed rules".',
  );
}
