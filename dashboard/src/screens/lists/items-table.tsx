import { RelativeTime } from '../../parts/format/relative-time.tsx';
import type { Column } from '../../parts/table/column.ts';
import { type Paging, Table } from '../../parts/table/table.tsx';
import { itemText, type ListItem } from './items.ts';

interface ItemsTableProps {
  readonly rows: readonly ListItem[];
  readonly selected: ReadonlyMap<string, ListItem>;
  readonly onSelect: (item: ListItem) => void;
  readonly isSearch: boolean;
  readonly paging: Paging<ListItem>;
}

/** Items in the order in which they were added. */
export function ItemsTable({ rows, selected, onSelect, isSearch, paging }: ItemsTableProps) {
  const columns: readonly Column<ListItem>[] = [
    {
      id: 'item',
      title: 'Item',
      value: itemText,
      show: (item) => (
        <label className="check">
          <input
            type="checkbox"
            checked={selected.has(item.id)}
            onChange={() => onSelect(item)}
            aria-label={`Select ${itemText(item)}`}
          />
          <code>{itemText(item)}</code>
        </label>
      ),
      isSortable: false,
    },
    { id: 'comment', title: 'Comment', value: ({ comment }) => comment, isSortable: false },
    {
      id: 'modified',
      title: 'Changed',
      value: ({ modified_on: time }) => time,
      show: ({ modified_on: time }) => <RelativeTime time={time} />,
      isSortable: false,
    },
  ];
  return (
    <Table
      name="list-items"
      label="Items of the list"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      paging={paging}
      empty={
        <p className="table-nothing">
          {isSearch ? 'No item matches the search.' : 'The list has no items yet.'}
        </p>
      }
    />
  );
}
