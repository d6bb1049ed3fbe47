import { createHash } from 'node:crypto';
import type { ScheduledJob } from '../../../contracts/job.ts';
import { decodeScript } from '../../../detectors/script-classifier/decode-script.ts';
import {
  namedScores,
  reasonsOf,
  type ScriptVerdict,
} from '../../../detectors/script-classifier/script-verdict.ts';
import type { OutboundClient } from '../../../outbound/outbound-client.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import { alertAbout, type PageAlert } from '../inventory/alert-model.ts';
import type { PageItem } from '../inventory/item-model.ts';
import { INVENTORY_LOCK, itemStore } from '../inventory/item-store.ts';
import {
  FETCH_EVERY_MS,
  FETCH_PLAN_MS,
  type FetchPlanOptions,
  type PlannedFetch,
  planFetches,
} from './script-fetch-plan.ts';
import { fetchScript, type ScriptSources, type SiteFetch } from './script-fetch-service.ts';
import { type FetchOutcome, type ScriptVersion, scriptStore } from './script-store.ts';
import { type ForeignHash, takeForeignHashes } from './visitor-hash-service.ts';

const CONCURRENCY = 16;
const AFTER_FAILURE_MS = 3_600_000;

/** Classifies contents; see `ThreadedClassifier`. */
export interface ScriptClassifier {
  classify(source: string, signal: AbortSignal): Promise<ScriptVerdict | undefined>;
  close(): Promise<void>;
}

export interface ScriptFetchOptions extends FetchPlanOptions {
  readonly alerts: AlertOutbox;
  /** Client and classifier are opened for each run and closed after it. */
  readonly openClient: () => Pick<OutboundClient, 'fetch' | 'close'>;
  readonly openClassifier: () => ScriptClassifier;
  readonly fetchFromSite: SiteFetch;
}

interface Tools extends ScriptSources {
  readonly classifier: ScriptClassifier;
}

/** Fetches and classifies scripts when they become active, and then once a day. */
export function scriptFetchJob(options: ScriptFetchOptions): ScheduledJob {
  return {
    name: 'page-script-fetch',
    everyMs: FETCH_PLAN_MS,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      const planned = await planFetches(options, signal);
      if (planned.length === 0) return;
      const { fetchFromSite } = options;
      const client = options.openClient();
      const classifier = options.openClassifier();
      // All workers take from one queue, so a slow response blocks only one of them.
      const queue = planned.values();
      const work = async () => {
        for (const each of queue) {
          if (signal.aborted) return;
          await fetchAndStore(options, { client, fetchFromSite, classifier, signal }, each);
        }
      };
      // If one worker fails, the others still need the client and the classifier.
      const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
      await Promise.all([client.close(), classifier.close()]);
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

async function fetchAndStore(
  { database, clock, alerts }: ScriptFetchOptions,
  tools: Tools,
  { itemId, accountId }: PlannedFetch,
): Promise<void> {
  const item = (await itemStore.findMany(database.read, [itemId])).get(itemId);
  if (!item) return;
  const startedAt = clock.now();
  const response = await fetchScript(tools, item);
  if (tools.signal.aborted) return;
  if (!response) {
    const later = clock.now() + AFTER_FAILURE_MS;
    return await database.transaction(async (tx) => {
      await database.lock(tx, INVENTORY_LOCK);
      await itemStore.scheduleFetches(tx, [itemId], later);
    });
  }
  const { body, headers } = response;
  const source = decodeScript(body, headers['content-type']);
  const verdict = await tools.classifier.classify(source, tools.signal);
  if (tools.signal.aborted) return;
  const hash = createHash('sha256').update(body).digest('hex');
  const version = { hash, fetched_at: clock.now(), ...namedScores(verdict) };
  const reasons = verdict ? reasonsOf(verdict) : [];
  await database.transaction(async (tx) => {
    await database.lock(tx, INVENTORY_LOCK);
    const current = (await itemStore.findMany(tx, [itemId])).get(itemId);
    if (!current) return;
    const now = clock.now();
    const next = now + (verdict ? FETCH_EVERY_MS : AFTER_FAILURE_MS);
    await itemStore.scheduleFetches(tx, [itemId], next);
    // If there is no verdict, content that is already classified keeps its scores.
    const known = (await scriptStore.findMany(tx, [itemId])).get(itemId);
    if (!verdict && known?.hash === hash) return;
    const saved = await scriptStore.saveFetch(tx, current, version, reasons);
    const foreign = await takeForeignHashes(tx, itemId, startedAt, now);
    await alerts.record(tx, alertsOf(item, accountId, version, { ...saved, foreign }));
  });
}

function alertsOf(
  item: PageItem,
  accountId: string,
  { hash, fetched_at: at, js_integrity_score: integrityScore }: ScriptVersion,
  { hashBefore, becameMalicious, foreign }: FetchOutcome & { foreign: readonly ForeignHash[] },
): PageAlert[] {
  const isChanged = hashBefore !== undefined && hashBefore !== hash;
  return [
    ...(isChanged
      ? [alertAbout('page_code_change', accountId, item, at, { hash, hashBefore })]
      : []),
    ...(becameMalicious
      ? [alertAbout('page_malicious_script', accountId, item, at, { hash, integrityScore })]
      : []),
    ...foreign.map(({ hash: received, seenAt }) =>
      alertAbout('page_foreign_code', accountId, item, seenAt, {
        hash: received,
        fetchedHash: hash,
      }),
    ),
  ];
}
