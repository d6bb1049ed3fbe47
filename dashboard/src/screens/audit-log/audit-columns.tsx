import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import type { Column } from '../../parts/table/column.ts';
import { type AuditEntry, actorText, resourceText } from './audit-query.ts';

/** `zoneNames` by the ids of zones. */
export function auditColumns(
  zoneNames: ReadonlyMap<string, string>,
): readonly Column<AuditEntry>[] {
  return [
    {
      id: 'when',
      title: 'When',
      value: ({ when }) => when,
      show: ({ when }) => <RelativeTime time={when} />,
      isSortable: false,
    },
    {
      id: 'action',
      title: 'Action',
      value: ({ action }) => action.type,
      isFilterable: 'single',
      isSortable: false,
    },
    { id: 'resource', title: 'Resource', value: resourceText, isSortable: false },
    {
      id: 'zone',
      title: 'Zone',
      value: ({ metadata }) => zoneNames.get(metadata.zone_id ?? '') ?? metadata.zone_id,
      isFilterable: 'single',
      isSortable: false,
    },
    {
      id: 'email',
      title: 'By',
      value: ({ actor }) => actor.email,
      show: actorText,
      isFilterable: 'single',
      isSortable: false,
    },
    {
      id: 'token',
      title: 'Token',
      value: ({ metadata }) => metadata.token_name,
      isSortable: false,
    },
    {
      id: 'address',
      title: 'Address',
      value: ({ actor }) => actor.ip,
      isFilterable: 'single',
      isSortable: false,
    },
    {
      id: 'id',
      title: 'Resource id',
      value: ({ resource }) => resource.id,
      show: ({ resource }) => <CopiedId id={resource.id} />,
      isSortable: false,
    },
  ];
}
