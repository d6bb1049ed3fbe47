import { httpRequestColumns } from '../../contracts/events/http-request-event.ts';
import { ColumnReader } from '../../kernel/columns/column-reader.ts';

export type LineFormat = 'json' | 'combined';

type Requests = ColumnReader<typeof httpRequestColumns>;

/** The lines of a batch of the request log, each with its line end; undefined if the payload is not such a batch. */
export function accessLines(payload: unknown, format: LineFormat): string[] | undefined {
  const batch = ColumnReader.open(httpRequestColumns, payload);
  return batch && lineWriters[format](batch);
}

const lineWriters: Readonly<Record<LineFormat, (batch: Requests) => string[]>> = {
  json: jsonLines,
  combined: combinedLines,
};

const TIMES: ReadonlySet<string> = new Set(['EdgeStartTimestamp', 'EdgeEndTimestamp']);

/** Members are named like the fields of the dataset; those without a value are left out. */
function jsonLines(batch: Requests): string[] {
  const { zoneId: _, accountId: __, refusal: ___, ...fields } = httpRequestColumns;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const columns = [
    ...names.map((name) => ({ name, values: batch.values(name) })),
    { name: 'Refusal', values: batch.values('refusal') },
  ].filter(({ values }) => values !== undefined);
  return rowsOf(batch, (row) => {
    const members: string[] = [];
    for (const { name, values } of columns) {
      const value = values?.[row];
      if (value === undefined || value === '') continue;
      const shown = TIMES.has(name) ? new Date(Number(value)).toISOString() : value;
      members.push(`"${name}":${JSON.stringify(shown)}`);
    }
    return `{${members.join(',')}}\n`;
  });
}

/**
 * The combined log format of Apache and nginx. Missing values are `-`, such as the request of a connection that failed before it sent one.
 */
function combinedLines(batch: Requests): string[] {
  const address = batch.values('ClientIP');
  const time = batch.values('EdgeStartTimestamp');
  const method = batch.values('ClientRequestMethod');
  const uri = batch.values('ClientRequestURI');
  const protocol = batch.values('ClientRequestProtocol');
  const status = batch.values('EdgeResponseStatus');
  const bytes = batch.values('EdgeResponseBodyBytes');
  const referer = batch.values('ClientRequestReferer');
  const agent = batch.values('ClientRequestUserAgent');
  return rowsOf(batch, (row) => {
    const request = method?.[row] ? `${method[row]} ${uri?.[row]} ${protocol?.[row]}` : '';
    const code = String(status?.[row] ?? 0).padStart(3, '0');
    return `${address?.[row] || '-'} - - [${logTime(time?.[row] ?? 0)}] ${quoted(request)} ${code} ${bytes?.[row] || '-'} ${quoted(referer?.[row])} ${quoted(agent?.[row])}\n`;
  });
}

function rowsOf({ count }: Requests, write: (row: number) => string): string[] {
  return Array.from({ length: count }, (_, row) => write(row));
}

// Visitors choose these texts: they must not end the quotes, start another line or contain terminal escape sequences.
const UNSAFE = /["\\\p{Cc}\u2028\u2029]/gu;

function quoted(text: string | undefined): string {
  if (!text) return '"-"';
  return `"${text.replace(UNSAFE, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    const code = character.charCodeAt(0);
    return code > 0xff ? `\\u${code.toString(16)}` : `\\x${code.toString(16).padStart(2, '0')}`;
  })}"`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Such as `10/Oct/2026:13:55:36 +0000`. */
function logTime(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${iso.slice(11, 19)} +0000`;
}
