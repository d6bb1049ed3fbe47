import type { DestinationBatch } from './destination.ts';

export const DATE_TOKEN = '{DATE}';

/** `<start>_<end>_<batch id>.log.gz`: a batch has the same name each time, so that a retry replaces it. */
export function objectName(batch: Pick<DestinationBatch, 'id' | 'firstTime' | 'lastTime'>): string {
  return `${compactTime(batch.firstTime)}_${compactTime(batch.lastTime)}_${batch.id}.log.gz`;
}

/** Replaces every `{DATE}` by the day of a time, in UTC: `20241015`. */
export function withDate(path: string, time: number): string {
  return path.replaceAll(DATE_TOKEN, () => compactTime(time).slice(0, 8));
}

/** `20241015T153000Z`. */
function compactTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
