import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useZoneId, type Zone, zoneQuery } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Badge } from '../../parts/controls/badge.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { type MigrationState, phaseTwo, stateWords } from './migration.ts';
import { MigrationSteps } from './migration-steps.tsx';
import { useMigrationStatus } from './use-migration.ts';
import { usePreviousVersion } from './use-previous-version.ts';
import './firewall-migration.css';

/** Moves a zone from the previous managed rules to managed rulesets. */
export function FirewallMigration() {
  const zoneId = useZoneId();
  const zone = useQuery(zoneQuery(zoneId)).data?.result;
  const status = useMigrationStatus(zoneId);
  const params = { zone_id: zoneId };
  const state = status.data?.result.migration_state;
  return (
    <div className="page">
      <div className="page-header">
        <div className="page-actions">
          <h1>Firewall migration</h1>
          {state && <Badge tone={stateWords[state].tone}>{stateWords[state].text}</Badge>}
        </div>
        <CopyAs
          call={{ operation: 'GET /zones/{zone_id}/waf_migration/check', params, query: phaseTwo }}
        />
      </div>
      <QueryState query={status} what="The state of the migration could not be read">
        {({ result }) => zone && <ByState zone={zone} state={result.migration_state} />}
      </QueryState>
    </div>
  );
}

const guide = { href: '/docs/guides/firewall-migration.md', label: 'How the migration works' };

function ByState({ zone, state }: { zone: Zone; state: MigrationState }) {
  switch (state) {
    case 'default':
      return (
        <Empty icon="check" title="Nothing to migrate" guide={guide}>
          The plan of {zone.name} has no previous managed rules.
        </Empty>
      );
    case 'complete':
      return (
        <Empty
          icon="check"
          title={`${zone.name} is migrated`}
          guide={guide}
          action={
            <Link to={`/zones/${zone.id}/security/events`} className="button button-plain">
              See what the rules do
            </Link>
          }
        >
          The previous version has ended, and the new managed rules act. To stop one of them, change
          its action in an override, or make an exception from an event.
        </Empty>
      );
    case 'start':
      return <BeforeMigration zone={zone} />;
    default:
      return <MigrationSteps zone={zone} state={state} />;
  }
}

/** Says that there is nothing to migrate if the previous version is off and nothing of it was changed. */
function BeforeMigration({ zone }: { zone: Zone }) {
  const [search, change] = usePageSearch();
  const previous = usePreviousVersion(zone.id, true);
  return (
    <QueryState query={previous} what="The previous configuration could not be read">
      {(parts) =>
        search.tab === undefined && parts.every(({ isDefault }) => isDefault) ? (
          <Empty
            icon="check"
            title="Nothing to migrate"
            guide={guide}
            action={
              <button
                type="button"
                className="button button-plain"
                onClick={() => change({ tab: 'steps' })}
              >
                Go through the steps anyway
              </button>
            }
          >
            {zone.name} does not use the previous managed rules: they are off.
          </Empty>
        ) : (
          <MigrationSteps zone={zone} state="start" />
        )
      }
    </QueryState>
  );
}
