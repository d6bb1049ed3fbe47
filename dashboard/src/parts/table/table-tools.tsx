import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { filterLabel } from '../address/filter.ts';
import { usePageSearch } from '../address/use-page-search.ts';
import { Button } from '../controls/button.tsx';
import { Dropdown } from '../controls/dropdown.tsx';
import { PickList } from '../controls/pick-list.tsx';
import { setPreferences, usePreferences } from '../preferences.ts';
import { Failure } from '../states/failure.tsx';
import { type Column, chosenFilters } from './column.ts';
import { downloadText } from './download.ts';
import { csvOf, valueText } from './table-model.ts';

interface TableToolsProps<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly hidden: readonly string[];
  readonly readAll: () => Promise<readonly Row[]>;
  readonly start: ReactNode;
}

/** Filters, columns and exports of a table. */
export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { columns, rows, hidden } = props;
  return (
    <div className="table-tools">
      {props.start}
      {columns.some(({ isFilterable }) => isFilterable) && (
        <Dropdown name="Add a filter" icon="filter" shows="Filter">
          {(close) => <FilterMenu columns={columns} rows={rows} onPicked={close} />}
        </Dropdown>
      )}
      <span className="table-tools-gap" />
      <Dropdown name="Choose columns" icon="columns" shows="Columns" align="end">
        {() => <ColumnMenu name={props.name} columns={columns} hidden={hidden} />}
      </Dropdown>
      <Dropdown name="Export" icon="download" shows="Export" align="end">
        {() => <ExportMenu {...props} />}
      </Dropdown>
    </div>
  );
}

interface FilterMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly onPicked: () => void;
}

function FilterMenu<Row>({ columns, rows, onPicked }: FilterMenuProps<Row>) {
  const [text, setText] = useState('');
  const [search, change] = usePageSearch();
  const items = columns
    .filter(({ isFilterable }) => isFilterable)
    .flatMap((column) => {
      const values = [...new Set(rows.map((row) => valueText(column.value(row))))];
      return values
        .filter((value) => value !== '')
        .flatMap((value) =>
          (column.isFilterable === true ? [false, true] : [false]).map((isNegated) => {
            const filter = { column: column.id, value, isNegated };
            return {
              id: `${column.id} ${isNegated} ${value}`,
              label: filterLabel(filter, column.title, column.nameOf?.(value)),
              filters: chosenFilters(column, search.filter, filter),
            };
          }),
        );
    });
  return (
    <PickList
      label="Filters"
      placeholder="Find a column or value"
      items={items.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))}
      text={text}
      onText={setText}
      empty="No value of a row matches."
      onPick={({ filters }) => {
        onPicked();
        change({ filter: filters });
      }}
    />
  );
}

interface ColumnMenuProps<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly hidden: readonly string[];
}

function ColumnMenu<Row>({ name, columns, hidden }: ColumnMenuProps<Row>) {
  const { hiddenColumns } = usePreferences();
  const toggle = (id: string) => {
    const without = hidden.filter((each) => each !== id);
    const now = without.length === hidden.length ? [...hidden, id] : without;
    setPreferences({ hiddenColumns: { ...hiddenColumns, [name]: now } });
  };
  // The first column is the name of the row.
  return (
    <div className="menu-content">
      {columns.slice(1).map(({ id, title }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={!hidden.includes(id)} onChange={() => toggle(id)} />
          {title}
        </label>
      ))}
    </div>
  );
}

function ExportMenu<Row>({ name, columns, readAll }: TableToolsProps<Row>) {
  const saving = useMutation({
    mutationFn: async (kind: 'csv' | 'json') => {
      const rows = await readAll();
      if (kind === 'csv') return downloadText(`${name}.csv`, 'text/csv', csvOf(rows, columns));
      downloadText(`${name}.json`, 'application/json', `${JSON.stringify(rows, null, 2)}\n`);
    },
  });
  return (
    <div className="menu-content">
      <p className="secondary">All rows that match the filters</p>
      {(['csv', 'json'] as const).map((kind) => (
        <Button
          key={kind}
          icon="download"
          disabled={saving.isPending}
          onClick={() => saving.mutate(kind)}
        >
          {kind.toUpperCase()}
        </Button>
      ))}
      {saving.error && <Failure error={saving.error} what="The export has failed" />}
    </div>
  );
}
