import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keptSearch } from '../../parts/address/kept-search.ts';
import { type Zone, zoneQuery } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { JsonView } from '../../parts/code/code-view.tsx';
import { Badge } from '../../parts/controls/badge.tsx';
import { Button } from '../../parts/controls/button.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { Tabs } from '../../parts/controls/tabs.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import { SaveReview } from '../../parts/save/save-review.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { zoneState, zoneTone } from './zone-state.ts';
import './zones.css';

const tabs = [
  { id: 'details', label: 'Details' },
  { id: 'json', label: 'JSON' },
] as const;

export function ZoneDetails({ zoneId, onClose }: { zoneId: string; onClose: () => void }) {
  const query = useQuery(zoneQuery(zoneId));
  const [search, change] = usePageSearch();
  const open = search.tab === 'json' ? 'json' : 'details';
  return (
    <SidePanel title={query.data?.result.name ?? 'Zone'} onClose={onClose}>
      <QueryState query={query} what="This zone could not be read">
        {({ result: zone }) => (
          <Tabs
            label="View"
            tabs={tabs}
            open={open}
            onOpen={(tab) =>
              change({ tab: tab === 'details' ? undefined : tab }, { replace: true })
            }
          >
            {open === 'json' ? <JsonView value={zone} label="zone" /> : <Details zone={zone} />}
          </Tabs>
        )}
      </QueryState>
    </SidePanel>
  );
}

function Details({ zone }: { zone: Zone }) {
  const [wanted, setWanted] = useState<boolean>();
  return (
    <div className="zone-details">
      <dl className="facts">
        <dt>State</dt>
        <dd>
          <Badge tone={zoneTone(zone)}>{zoneState(zone)}</Badge>
        </dd>
        <dt>Plan</dt>
        <dd>{zone.plan.name}</dd>
        <dt>Id</dt>
        <dd>
          <CopiedId id={zone.id} />
        </dd>
        <dt>Account</dt>
        <dd>{zone.account.name}</dd>
        <dt>Created</dt>
        <dd>
          <RelativeTime time={zone.created_on} />
        </dd>
        <dt>Changed</dt>
        <dd>
          <RelativeTime time={zone.modified_on} />
        </dd>
      </dl>
      {wanted === undefined ? (
        <div className="zone-actions">
          <Link to={`/zones/${zone.id}`} search={keptSearch} className="button button-plain">
            Open the overview
          </Link>
          <Link to={`/zones/${zone.id}/settings`} className="button button-plain">
            Settings
          </Link>
          <Button icon={zone.paused ? 'check' : 'pause'} onClick={() => setWanted(!zone.paused)}>
            {zone.paused ? 'Resume' : 'Pause'}
          </Button>
        </div>
      ) : (
        <PauseReview zone={zone} paused={wanted} onClose={() => setWanted(undefined)} />
      )}
    </div>
  );
}

interface PauseReviewProps {
  readonly zone: Zone;
  readonly paused: boolean;
  readonly onClose: () => void;
}

function PauseReview({ zone, paused, onClose }: PauseReviewProps) {
  // The zone changes while this is open; the difference stays that of the decision.
  const [before] = useState({ name: zone.name, paused: zone.paused });
  const params = { zone_id: zone.id };
  const verb = paused ? 'Pause' : 'Resume';
  return (
    <>
      <p className="secondary">
        {paused
          ? 'While a zone is paused, the edge forwards its requests without rules and page monitoring.'
          : 'Rules and page monitoring apply to its requests again.'}
      </p>
      <SaveReview
        title={`${verb} ${zone.name}`}
        before={before}
        after={{ ...before, paused }}
        call={{ operation: 'PATCH /zones/{zone_id}', params, body: { paused } }}
        save={() => callApi('PATCH /zones/{zone_id}', { params, body: { paused } })}
        zoneId={zone.id}
        submitLabel={verb}
        failure={`${zone.name} is as it was`}
        onCancel={onClose}
        onSaved={() => void queryClient.invalidateQueries()}
      />
    </>
  );
}
