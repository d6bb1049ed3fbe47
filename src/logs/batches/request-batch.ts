import { httpRequests } from '../../catalogs/datasets/http-requests.ts';
import { httpRequestColumns, NO_RULES } from '../../contracts/events/http-request-event.ts';
import { sameValue } from '../../kernel/columns/coded-values.ts';
import { ColumnReader } from '../../kernel/columns/column-reader.ts';
import type { FieldValues, LogBatch } from '../log-batch.ts';

type Columns = ColumnReader<typeof httpRequestColumns>;

const constants: ReadonlyMap<string, unknown> = new Map(
  httpRequests.fields
    .filter(({ constant }) => constant !== undefined)
    .map(({ name, constant }) => [name, constant]),
);

/** Values of the rule fields for requests that no rule matched. */
const withoutRules: ReadonlyMap<string, unknown> = new Map(Object.entries(NO_RULES));

/** Undefined if the payload is not a columnar batch of this version. */
export function openRequestBatch(
  source: { readonly stream: string; readonly first: number },
  payload: unknown,
): LogBatch | undefined {
  const columns = ColumnReader.open(httpRequestColumns, payload);
  return columns && new RequestBatch(source, columns);
}

/** A columnar batch of requests. Each column is decoded once, for all programs that read it. */
class RequestBatch implements LogBatch {
  readonly count: number;
  readonly stream: string;
  readonly first: number;
  readonly #columns: Columns;
  readonly #fields = new Map<string, FieldValues | undefined>();

  constructor(source: { readonly stream: string; readonly first: number }, columns: Columns) {
    this.count = columns.count;
    this.stream = source.stream;
    this.first = source.first;
    this.#columns = columns;
  }

  field(name: string): FieldValues | undefined {
    if (!this.#fields.has(name)) this.#fields.set(name, this.#read(name));
    return this.#fields.get(name);
  }

  #read(name: string): FieldValues | undefined {
    if (constants.has(name)) return sameValue(constants.get(name), this.count);
    if (name === 'ClientRequestPath') return pathsOf(this.field('ClientRequestURI'));
    const values = isColumn(name) ? this.#columns.coded(name) : undefined;
    return withoutRules.has(name) ? completed(values, withoutRules.get(name), this.count) : values;
  }
}

const isColumn = (name: string): name is keyof typeof httpRequestColumns =>
  Object.hasOwn(httpRequestColumns, name);

function pathsOf(uris: FieldValues | undefined): FieldValues | undefined {
  return uris && { distinct: Array.from(uris.distinct, pathOf), indexes: uris.indexes };
}

function pathOf(uri: unknown): string {
  const text = uri as string; // the column contains strings only
  const mark = text.indexOf('?');
  return mark === -1 ? text : text.slice(0, mark);
}

/** Fills in a default for lines without a value. */
function completed(values: FieldValues | undefined, value: unknown, count: number): FieldValues {
  if (!values) return sameValue(value, count);
  const distinct = Array.from(values.distinct, (each) => each ?? value);
  return { distinct, indexes: values.indexes };
}
