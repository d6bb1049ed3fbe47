import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { useZoneId, zoneQuery } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import type { Column } from '../../parts/table/column.ts';
import { Table } from '../../parts/table/table.tsx';
import { PlanSection } from './plan-section.tsx';
import { effectOf, type Setting, valueText } from './setting.ts';
import { SettingPanel } from './setting-panel.tsx';
import './zone-settings.css';

const columns: readonly Column<Setting>[] = [
  { id: 'setting', title: 'Setting', value: ({ id }) => id },
  {
    id: 'value',
    title: 'Value',
    value: valueText,
    show: (setting) => <code className="setting-value">{valueText(setting)}</code>,
  },
  {
    id: 'at_the_edge',
    title: 'At the edge',
    value: (setting) => (effectOf(setting) ? 'acts' : 'stored only'),
    isFilterable: true,
  },
  {
    id: 'changed',
    title: 'Changed',
    value: ({ modified_on: time }) => time ?? undefined,
    show: ({ modified_on: time }) =>
      time ? <RelativeTime time={time} /> : <span className="secondary">default</span>,
  },
];

/** Plan, pause and settings of a zone; those that the edge executes first. */
export function ZoneSettings() {
  const zoneId = useZoneId();
  const zone = useQuery(zoneQuery(zoneId)).data?.result;
  const params = { zone_id: zoneId };
  const settings = useQuery(apiQuery('GET /zones/{zone_id}/settings', { params }));
  const [search, change] = usePageSearch();
  return (
    <div className="page">
      <div className="page-header">
        <h1>Zone settings</h1>
        <CopyAs call={{ operation: 'GET /zones/{zone_id}/settings', params }} />
      </div>
      {zone && <PlanSection zone={zone} />}
      <QueryState
        query={settings}
        what="The settings could not be read"
        skeleton={<Skeleton lines={8} height={20} />}
      >
        {({ result }) => {
          const open = result.find(({ id }) => id === search.panel);
          return (
            <>
              <Table
                name="zone-settings"
                label="Settings"
                columns={columns}
                rows={[
                  ...result.filter((setting) => effectOf(setting)),
                  ...result.filter((setting) => !effectOf(setting)),
                ]}
                rowId={({ id }) => id}
                hasPanel
                empty={
                  <Empty icon="settings" title="No settings">
                    The API has returned no settings for this zone.
                  </Empty>
                }
              />
              {open && (
                <SettingPanel
                  key={open.id}
                  zoneId={zoneId}
                  setting={open}
                  onClose={() => change({ panel: undefined })}
                />
              )}
            </>
          );
        }}
      </QueryState>
    </div>
  );
}
