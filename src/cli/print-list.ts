import type { Command } from 'commander';
import { printTable } from './print-table.ts';

export interface ListOptions {
  readonly json?: boolean;
}

/** How a list is printed: as a table, or with `--json` as an array. */
export interface ListForm<Item> {
  /** The cells of a row, by heading. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
  /** The JSON form of an item; left out: the item itself. */
  readonly json?: (item: Item) => unknown;
}

export function withJsonOption(command: Command): Command {
  return command.option('--json', 'print them as JSON');
}

export function printList<Item>(
  items: readonly Item[],
  { columns, json = (item) => item }: ListForm<Item>,
  options: ListOptions,
): void {
  if (options.json) {
    printJson(items.map(json));
    return;
  }
  const cells = Object.values(columns);
  printTable(
    Object.keys(columns),
    items.map((item) => cells.map((cell) => cell(item))),
  );
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
