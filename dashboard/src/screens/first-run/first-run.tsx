import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId, type Zone, zoneQuery } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Step, Steps, stepState } from '../../parts/steps/steps.tsx';
import { entryPointQuery } from '../rules/ruleset.ts';
import { AddSiteForm } from './add-site-form.tsx';
import { Attack, useBlockedAttack } from './attack.tsx';
import { FirstRequest } from './first-request.tsx';
import { isProtected, MANAGED_PHASE } from './managed-rules.ts';
import { NextSteps } from './next-steps.tsx';
import { Protection } from './protection.tsx';
import { useFirstRequests } from './use-first-requests.ts';
import './first-run.css';

/** From an empty installation to a blocked attack. The address names the zone, so that a reload goes on where it was. */
export function FirstRun() {
  const accountId = useAccountId();
  const [{ panel: zoneId }, change] = usePageSearch();
  return (
    <div className="page">
      <div className="first-run-header">
        <h1>Put a site behind Palisade</h1>
        <p className="secondary">
          About three minutes: your site behind the edge, and an attack on it blocked.
        </p>
      </div>
      {zoneId ? (
        <SiteSteps zoneId={zoneId} />
      ) : (
        <Steps label="Steps">
          <Step number={1} title={titles.site} state="current">
            <AddSiteForm accountId={accountId} onDone={(id) => change({ panel: id })} />
          </Step>
          <Step number={2} title={titles.request} state="later">
            {null}
          </Step>
          <Step number={3} title={titles.protection} state="later">
            {null}
          </Step>
          <Step number={4} title={titles.attack} state="later">
            {null}
          </Step>
          <Step number={5} title={titles.next} state="later">
            {null}
          </Step>
        </Steps>
      )}
    </div>
  );
}

const titles = {
  site: 'Add your site',
  request: 'See its first request arrive',
  protection: 'Switch protection on',
  attack: 'Try an attack',
  next: 'Your site is protected',
};

function SiteSteps({ zoneId }: { zoneId: string }) {
  const zone = useQuery(zoneQuery(zoneId));
  return (
    <QueryState query={zone} what="The site could not be read">
      {({ result }) => <ZoneSteps zone={result} />}
    </QueryState>
  );
}

function ZoneSteps({ zone }: { zone: Zone }) {
  const live = useFirstRequests(zone.id);
  const entryPoint = useQuery(entryPointQuery(zone.id, MANAGED_PHASE));
  // After the step is done, its review stays open with the proof.
  const [hasProtectedNow, setProtectedNow] = useState(false);
  const isOn = isProtected(entryPoint.data ?? undefined);
  const event = useBlockedAttack(zone.id, isOn);
  const current = !live.hasTraffic ? 2 : !isOn ? 3 : !event ? 4 : 6;
  return (
    <Steps label="Steps">
      <Step number={1} title={titles.site} state="done">
        <p>
          <strong>{zone.name}</strong> <span className="secondary">is behind the edge.</span>
        </p>
      </Step>
      <Step number={2} title={titles.request} state={stepState(2, current)}>
        <FirstRequest name={zone.name} {...live} />
      </Step>
      <Step number={3} title={titles.protection} state={stepState(3, current)}>
        {isOn && !hasProtectedNow ? (
          <p className="secondary">The managed rules act on the requests of this site.</p>
        ) : (
          <Protection zone={zone} onSaved={() => setProtectedNow(true)} />
        )}
      </Step>
      <Step number={4} title={titles.attack} state={stepState(4, current)}>
        <Attack zone={zone} event={event} />
      </Step>
      <Step number={5} title={titles.next} state={stepState(5, current)}>
        <NextSteps zoneId={zone.id} accountId={zone.account.id} />
      </Step>
    </Steps>
  );
}
