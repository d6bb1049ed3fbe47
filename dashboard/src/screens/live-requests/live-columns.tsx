import { Badge } from '../../parts/controls/badge.tsx';
import type { Tone } from '../../parts/controls/tone.ts';
import { formatBytes, formatMilliseconds } from '../../parts/format/numbers.ts';
import { formatClock, formatExactly } from '../../parts/format/times.ts';
import { type LiveField, type LiveRequest, textOf } from '../../parts/live/live-request.ts';
import type { Column } from '../../parts/table/column.ts';

const column = (
  id: LiveField,
  title: string,
  more: Omit<Column<LiveRequest>, 'id' | 'title' | 'value'> = {},
): Column<LiveRequest> => ({
  id,
  title,
  value: (request) => request[id] ?? undefined,
  isSortable: false,
  isFilterable: true,
  ...more,
});

/** Columns have the names of the fields that filters compare. */
export const liveColumns: readonly Column<LiveRequest>[] = [
  column('ClientRequestPath', 'Path', {
    show: (request) => (
      <code>
        {textOf(request, 'ClientRequestMethod')} {textOf(request, 'ClientRequestURI')}
      </code>
    ),
  }),
  column('EdgeResponseStatus', 'Status', {
    show: ({ EdgeResponseStatus: status }) => (
      <Badge tone={statusTone(Number(status))}>{status}</Badge>
    ),
  }),
  column('EdgeStartTimestamp', 'Time', {
    isFilterable: false,
    show: ({ EdgeStartTimestamp: time }) => {
      const at = Date.parse(String(time));
      return <span title={formatExactly(at)}>{formatClock(at)}</span>;
    },
  }),
  column('ClientRequestHost', 'Host'),
  column('ClientIP', 'Address', {
    show: (request) => <code>{textOf(request, 'ClientIP')}</code>,
  }),
  column('ClientCountry', 'Country', {
    show: (request) => textOf(request, 'ClientCountry').toUpperCase(),
  }),
  column('SecurityAction', 'Action'),
  column('OriginResponseDurationMs', 'Origin', {
    isNumber: true,
    isFilterable: false,
    show: ({ OriginResponseStatus: status, OriginResponseDurationMs: time }) =>
      status === 0 || typeof time !== 'number' ? '' : formatMilliseconds(time),
  }),
  column('EdgeResponseBytes', 'Sent', {
    isNumber: true,
    isFilterable: false,
    show: ({ EdgeResponseBytes: bytes }) => formatBytes(Number(bytes)),
  }),
];

export function statusTone(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warning';
  return status >= 300 ? 'neutral' : 'good';
}
