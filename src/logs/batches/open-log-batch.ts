import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import { httpRequests } from '../../catalogs/datasets/http-requests.ts';
import type { LogBatch } from '../log-batch.ts';
import { openRequestBatch } from './request-batch.ts';
import { type LineObject, RowBatch } from './row-batch.ts';

/** The used part of a spool batch. */
export interface BatchSource {
  readonly stream: string;
  readonly first: number;
  payload(): unknown;
}

/** Decodes a spool batch once, for all programs that run on it. Undefined if this version does not support its format. */
export function openLogBatch(dataset: Dataset, source: BatchSource): LogBatch | undefined {
  const payload = source.payload();
  if (dataset.name === httpRequests.name) return openRequestBatch(source, payload);
  return isListOfLines(payload)
    ? new RowBatch(source, payload.map(withScope), constantsOf(dataset))
    : undefined;
}

interface PublishedLine {
  readonly zoneId?: string;
  readonly accountId: string | null;
  readonly fields: LineObject;
}

function isListOfLines(payload: unknown): payload is readonly PublishedLine[] {
  return Array.isArray(payload) && payload.every((line) => typeof line?.fields === 'object');
}

function withScope({ zoneId, accountId, fields }: PublishedLine): LineObject {
  return { ...fields, zoneId, accountId };
}

function constantsOf({ fields }: Dataset): ReadonlyMap<string, unknown> {
  return new Map(
    fields
      .filter(({ constant }) => constant !== undefined)
      .map((field) => [field.name, field.constant]),
  );
}
