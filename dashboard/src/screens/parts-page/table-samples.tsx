import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { JsonView } from '../../parts/code/code-view.tsx';
import { Badge } from '../../parts/controls/badge.tsx';
import { CopiedId } from '../../parts/controls/copy-button.tsx';
import { RelativeTime } from '../../parts/format/relative-time.tsx';
import { SidePanel } from '../../parts/panel/side-panel.tsx';
import type { Column } from '../../parts/table/column.ts';
import { Table } from '../../parts/table/table.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly health: 'healthy' | 'critical';
  readonly requests: number;
  readonly time: string;
}

const START = Date.parse('2026-01-31T12:00:00Z');

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    id: n.toString(16).padStart(32, '0'),
    name: `host-${n}.shop.test`,
    health: n % 7 === 3 ? 'critical' : 'healthy',
    requests: (n * 7919) % 100_003,
    time: new Date(START - n * 61_000).toISOString(),
  }));

const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
  {
    id: 'health',
    title: 'Health',
    value: ({ health }) => health,
    show: ({ health }) => <Badge tone={health === 'healthy' ? 'good' : 'bad'}>{health}</Badge>,
    isFilterable: true,
  },
  { id: 'requests', title: 'Requests', value: ({ requests }) => requests, isNumber: true },
  { id: 'id', title: 'Id', value: ({ id }) => id, show: ({ id }) => <CopiedId id={id} /> },
  {
    id: 'time',
    title: 'Seen',
    value: ({ time }) => time,
    show: ({ time }) => <RelativeTime time={time} />,
  },
];

const few = rowsOf(8);
const many = rowsOf(100_000);

export function TableSamples() {
  const [search, change] = usePageSearch();
  const open = [...few, ...many.slice(8)].find(({ id }) => id === search.panel);
  const common = { columns, rowId: ({ id }: Row) => id, empty: <p>No rows</p> };
  const paging = {
    total: 230,
    hasMore: true,
    isReading: false,
    readMore: () => undefined,
    readAll: async () => few,
  };
  return (
    <>
      <Table {...common} name="sample" label="Eight rows" rows={few} hasPanel />
      <Table
        {...common}
        name="sample-pages"
        label="A page of more"
        rows={few.slice(0, 3)}
        paging={paging}
      />
      <Table {...common} name="sample-long" label="100,000 rows" rows={many} hasPanel />
      {open && (
        <SidePanel title={open.name} onClose={() => change({ panel: undefined })}>
          <JsonView label="row" value={open} />
        </SidePanel>
      )}
    </>
  );
}
