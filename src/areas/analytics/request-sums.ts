import { httpRequestColumns } from '../../contracts/events/http-request-event.ts';
import { type CodedValues, sameValue } from '../../kernel/columns/coded-values.ts';
import { ColumnReader } from '../../kernel/columns/column-reader.ts';
import { bucketsMs } from '../../kernel/counts/time-buckets.ts';
import { countValues } from './count-values.ts';
import { dimensionColumns, rankingColumns } from './counted-columns.ts';
import { dimensionNames, TrafficSums } from './traffic-sums.ts';
import { rankingNames, TrafficTops } from './traffic-tops.ts';

/** The requests to one zone that began within one minute. */
export interface ZoneMinute {
  readonly zoneId: string;
  readonly startAt: number;
  readonly sums: TrafficSums;
  readonly tops: TrafficTops;
}

/** A minute and its rows in a batch. */
interface MinuteRows extends ZoneMinute {
  readonly rows: number[];
}

type Batch = ColumnReader<typeof httpRequestColumns>;

/** Adds up batches of the request log. */
export class RequestSums {
  readonly #zones = new Map<string, Map<number, ZoneMinute>>();

  minutes(): ZoneMinute[] {
    return [...this.#zones.values()].flatMap((minutes) => [...minutes.values()]);
  }

  /** Reads one column after the other: most have few distinct values, and each is counted once. False if the payload is not such a batch. */
  add(payload: unknown): boolean {
    const batch = ColumnReader.open(httpRequestColumns, payload);
    if (!batch) return false;
    const minutes = this.#rowsOf(batch);
    addSizes(batch, minutes);
    for (const name of dimensionNames) {
      const { column, nameOf } = dimensionColumns[name];
      const values = valuesOf(batch, column);
      for (const { rows, sums } of minutes) {
        countValues(values, rows, (value, count) => sums.count(name, nameOf(value), count));
      }
    }
    for (const name of rankingNames) {
      const { column, nameOf } = rankingColumns[name];
      const values = valuesOf(batch, column);
      for (const { rows, tops } of minutes) {
        countValues(values, rows, (value, count) => tops.count(name, nameOf(value), count));
      }
    }
    return true;
  }

  /** Requests that no zone serves are left out: they have no owner who could look at their figures. */
  #rowsOf(batch: Batch): MinuteRows[] {
    const zoneIds = batch.values('zoneId');
    const startedAt = batch.values('EdgeStartTimestamp');
    const found = new Map<ZoneMinute, number[]>();
    for (let row = 0; row < batch.count; row++) {
      const zoneId = zoneIds?.[row] ?? '';
      if (zoneId === '') continue;
      const minute = this.#minuteOf(zoneId, startedAt?.[row] ?? 0);
      const rows = found.get(minute);
      if (rows) rows.push(row);
      else found.set(minute, [row]);
    }
    return [...found].map(([minute, rows]) => ({ ...minute, rows }));
  }

  #minuteOf(zoneId: string, time: number): ZoneMinute {
    const startAt = time - (time % bucketsMs.minute);
    let minutes = this.#zones.get(zoneId);
    if (!minutes) {
      minutes = new Map();
      this.#zones.set(zoneId, minutes);
    }
    let minute = minutes.get(startAt);
    if (!minute) {
      minute = { zoneId, startAt, sums: new TrafficSums(), tops: new TrafficTops() };
      minutes.set(startAt, minute);
    }
    return minute;
  }
}

const valuesOf = (batch: Batch, column: keyof typeof httpRequestColumns): CodedValues =>
  batch.coded(column) ?? sameValue(undefined, batch.count);

function addSizes(batch: Batch, minutes: readonly MinuteRows[]): void {
  const requestBytes = batch.values('ClientRequestBytes');
  const responseBytes = batch.values('EdgeResponseBytes');
  const originStatus = batch.values('OriginResponseStatus');
  const originMs = batch.values('OriginResponseDurationMs');
  for (const { rows, sums } of minutes) {
    for (const row of rows) {
      sums.requests++;
      sums.requestBytes += requestBytes?.[row] ?? 0;
      sums.responseBytes += responseBytes?.[row] ?? 0;
      // No status: no origin has responded.
      if (originStatus?.[row]) sums.originMs.add(originMs?.[row] ?? 0);
    }
  }
}
