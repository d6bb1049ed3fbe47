import { httpRequestColumns } from '../../contracts/events/http-request-event.ts';
import { ColumnReader } from '../../kernel/columns/column-reader.ts';
import { bucketsMs } from '../../kernel/counts/time-buckets.ts';
import { TrafficSums } from './traffic-sums.ts';
import { TrafficTops } from './traffic-tops.ts';

/** The requests of a batch to one zone that began within one minute. */
export interface ZoneMinute {
  readonly zoneId: string;
  readonly accountId: string;
  readonly startAt: number;
  readonly sums: TrafficSums;
  readonly tops: TrafficTops;
}

/** Adds up a batch of the request log. Undefined if the payload is not such a batch. */
export function sumRequests(payload: unknown): readonly ZoneMinute[] | undefined {
  const batch = ColumnReader.open(httpRequestColumns, payload);
  if (!batch) return undefined;
  const text = (name: TextColumn) => {
    const values = batch.values(name);
    return (row: number) => values?.[row] ?? '';
  };
  const number = (name: NumberColumn) => {
    const values = batch.values(name);
    return (row: number) => values?.[row] ?? 0;
  };
  const zoneId = text('zoneId');
  const accountId = text('accountId');
  const startedAt = number('EdgeStartTimestamp');
  const status = number('EdgeResponseStatus');
  const originStatus = number('OriginResponseStatus');
  const originMs = number('OriginResponseDurationMs');
  const requestBytes = number('ClientRequestBytes');
  const responseBytes = number('EdgeResponseBytes');
  const action = text('SecurityAction');
  const method = text('ClientRequestMethod');
  const host = text('ClientRequestHost');
  const country = text('ClientCountry');
  const uri = text('ClientRequestURI');
  const ip = text('ClientIP');
  const userAgent = text('ClientRequestUserAgent');
  const referer = text('ClientRequestReferer');

  const minutes = new Map<string, ZoneMinute>();
  for (let row = 0; row < batch.count; row++) {
    // Requests that no zone serves have no owner who could look at their figures.
    if (zoneId(row) === '') continue;
    const minute = minuteOf(minutes, zoneId(row), accountId(row), startedAt(row));
    minute.sums.add({
      requestBytes: requestBytes(row),
      responseBytes: responseBytes(row),
      originMs: originStatus(row) === 0 ? undefined : originMs(row),
      status: String(status(row)),
      origin_status: originStatus(row) === 0 ? 'none' : String(originStatus(row)),
      action: action(row) || 'none',
      method: method(row),
      host: host(row),
      country: country(row) || 'unknown',
    });
    minute.tops.add({
      path: pathOf(uri(row)),
      ip: ip(row),
      user_agent: userAgent(row),
      referer: hostOf(referer(row)),
    });
  }
  return [...minutes.values()];
}

type ColumnsOf<Type extends string> = {
  [Name in keyof typeof httpRequestColumns]: (typeof httpRequestColumns)[Name] extends
    | Type
    | `${Type}?`
    ? Name
    : never;
}[keyof typeof httpRequestColumns];
type TextColumn = ColumnsOf<'text'>;
type NumberColumn = ColumnsOf<'number'>;

function minuteOf(
  minutes: Map<string, ZoneMinute>,
  zoneId: string,
  accountId: string,
  time: number,
): ZoneMinute {
  const startAt = time - (time % bucketsMs.minute);
  const key = `${zoneId} ${startAt}`;
  const known = minutes.get(key);
  if (known) return known;
  const minute = {
    zoneId,
    accountId,
    startAt,
    sums: new TrafficSums(),
    tops: new TrafficTops(),
  };
  minutes.set(key, minute);
  return minute;
}

function pathOf(uri: string): string {
  const query = uri.indexOf('?');
  return query < 0 ? uri : uri.slice(0, query);
}

const REFERER_HOST = /^https?:\/\/([^/?#]+)/i;

/** The host of the page that led here. Its path would say more about visitors than a ranking needs. */
function hostOf(referer: string): string {
  return REFERER_HOST.exec(referer)?.[1]?.toLowerCase() ?? '';
}
