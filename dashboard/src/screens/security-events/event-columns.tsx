import { RelativeTime } from '../../parts/format/relative-time.tsx';
import type { Column } from '../../parts/table/column.ts';
import { ActionBadge } from './action-badge.tsx';
import { actionName, countryName, productName, ruleName, type SecurityEvent } from './event.ts';

/** Columns with filters have the names of the parameters of the API. */
export function eventColumns(
  ruleNames: ReadonlyMap<string, string>,
): readonly Column<SecurityEvent>[] {
  const columns: readonly Column<SecurityEvent>[] = [
    {
      id: 'rule_id',
      title: 'Rule',
      value: ({ rule_id }) => rule_id,
      show: ruleName,
      isFilterable: 'included',
      nameOf: (id) => ruleNames.get(id) ?? id,
    },
    {
      id: 'action',
      title: 'Action',
      value: ({ action }) => action,
      show: ({ action }) => <ActionBadge action={action} />,
      isFilterable: 'included',
      nameOf: actionName,
    },
    {
      id: 'path',
      title: 'Path',
      value: ({ request }) => request.path,
      show: ({ request }) => (
        <code>
          {request.method} {request.path}
        </code>
      ),
      isFilterable: 'single',
    },
    {
      id: 'host',
      title: 'Host',
      value: ({ request }) => request.host,
      isFilterable: 'included',
    },
    {
      id: 'ip',
      title: 'Address',
      value: ({ client }) => client.ip,
      show: ({ client }) => <code>{client.ip}</code>,
      isFilterable: 'included',
    },
    {
      id: 'country',
      title: 'Country',
      value: ({ client }) => client.country,
      show: ({ client }) => client.country?.toUpperCase(),
      isFilterable: 'included',
      nameOf: countryName,
    },
    {
      id: 'source',
      title: 'Product',
      value: ({ source }) => source,
      show: ({ source }) => productName(source),
      isFilterable: 'included',
      nameOf: productName,
    },
    {
      id: 'time',
      title: 'Time',
      value: ({ datetime }) => datetime,
      show: ({ datetime }) => <RelativeTime time={datetime} />,
    },
  ];
  // The newest come first, whatever the filters.
  return columns.map((column) => ({ ...column, isSortable: false }));
}
