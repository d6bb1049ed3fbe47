import { sameValue } from '../../kernel/columns/coded-values.ts';
import type { FieldValues, LogBatch } from '../log-batch.ts';

/** A line as an object, by the names of its fields. */
export type LineObject = Readonly<Record<string, unknown>>;

/** Lines that are published one by one. They are converted to columns on demand. */
export class RowBatch implements LogBatch {
  readonly count: number;
  readonly stream: string;
  readonly first: number;
  readonly #lines: readonly LineObject[];
  readonly #constants: ReadonlyMap<string, unknown>;
  readonly #fields = new Map<string, FieldValues | undefined>();

  constructor(
    { stream, first }: { readonly stream: string; readonly first: number },
    lines: readonly LineObject[],
    constants: ReadonlyMap<string, unknown> = new Map(),
  ) {
    this.count = lines.length;
    this.stream = stream;
    this.first = first;
    this.#lines = lines;
    this.#constants = constants;
  }

  field(name: string): FieldValues | undefined {
    if (!this.#fields.has(name)) this.#fields.set(name, this.#read(name));
    return this.#fields.get(name);
  }

  #read(name: string): FieldValues | undefined {
    if (this.#constants.has(name)) return sameValue(this.#constants.get(name), this.count);
    const values = this.#lines.map((line) =>
      Object.hasOwn(line, name) ? (line[name] ?? undefined) : undefined,
    );
    if (values.every((value) => value === undefined)) return undefined;
    return { distinct: values, indexes: undefined };
  }
}
