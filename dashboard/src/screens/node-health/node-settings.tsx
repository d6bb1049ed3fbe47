import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import type { ResultOf } from '../../api/client.ts';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import type { Column } from '../../parts/table/column.ts';
import { Table } from '../../parts/table/table.tsx';

type NodeSetting = ResultOf<'GET /node/settings'>['settings'][number];

const settingText = ({ value, hidden }: NodeSetting): string =>
  hidden ? 'hidden' : (value ?? 'default');

const columns: readonly Column<NodeSetting>[] = [
  { id: 'variable', title: 'Variable', value: ({ variable }) => variable },
  {
    id: 'value',
    title: 'Value',
    value: settingText,
    show: (setting) =>
      setting.value === null ? (
        <span className="secondary">{settingText(setting)}</span>
      ) : (
        <code>{setting.value}</code>
      ),
    isFilterable: true,
  },
];

/** Those with a value before those that have their default. */
function setFirst(settings: readonly NodeSetting[]): readonly NodeSetting[] {
  const isSet = ({ value, hidden }: NodeSetting) => value !== null || hidden;
  return [...settings.filter(isSet), ...settings.filter((setting) => !isSet(setting))];
}

/** The settings of the node that serves this page. They are changed where it is started. */
export function NodeSettings() {
  const settings = useQuery(apiQuery('GET /node/settings', {}));
  return (
    <section className="health-section" aria-labelledby="node-settings">
      <h2 id="node-settings">Settings of this node</h2>
      <QueryState query={settings} what="The settings of the node could not be read">
        {({ result }) => (
          <>
            {result.unknown_variables.length > 0 && (
              <Partial>
                Not a setting: {result.unknown_variables.join(', ')}. Check the spelling;{' '}
                <code>palisade serve --help</code> lists all settings.
              </Partial>
            )}
            <Table
              name="node-settings"
              label="Settings of this node"
              columns={columns}
              rows={setFirst(result.settings)}
              rowId={({ variable }) => variable}
              empty={null}
            />
          </>
        )}
      </QueryState>
    </section>
  );
}
