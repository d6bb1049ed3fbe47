import { createHash } from 'node:crypto';
import type { Publisher } from '../../bus/bus.ts';
import { hasPageFeature } from '../../catalogs/page-features.ts';
import { PAGE_FINDINGS_TOPIC, type PageFinding } from '../../contracts/events/page-finding.ts';
import type { ScheduledJob } from '../../contracts/job.ts';
import type { ScriptVerdict } from '../../detectors/script-classifier/script-verdict.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { ZoneDirectory } from '../platform/zone-read-model.ts';
import { findingAbout, findingId } from './finding-model.ts';
import { type PageItem, statusOf } from './item-model.ts';
import { INVENTORY_LOCK, itemStore } from './item-store.ts';
import type { PageMonitoringDatabase, ScriptScoreColumns } from './page-monitoring-tables.ts';
import { type FetchOutcome, type ScriptVersion, scriptStore } from './script-store.ts';
import { type ForeignHash, takeForeignHashes } from './visitor-hash-service.ts';

const LOT = 16;
const EVERY_MS = 24 * 3_600_000;
const AFTER_FAILURE_MS = 3_600_000;
const LARGEST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Judges contents; see `ThreadedClassifier`. */
export interface ScriptJudge {
  classify(source: string): Promise<ScriptVerdict | undefined>;
  close(): Promise<void>;
}

export interface ScriptFetchOptions {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly publisher: Publisher;
  /** Opened for a run and closed after it. */
  readonly openClient: () => Pick<OutboundClient, 'fetch' | 'close'>;
  readonly openJudge: () => ScriptJudge;
}

interface Tools {
  readonly client: Pick<OutboundClient, 'fetch'>;
  readonly judge: ScriptJudge;
  readonly signal: AbortSignal;
}

/** Fetches scripts when they become active, and once a day while they are. */
export function scriptFetchJob(options: ScriptFetchOptions): ScheduledJob {
  const { database, clock } = options;
  return {
    name: 'page-script-fetch',
    everyMs: 30_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      let due = await itemStore.dueForFetch(database.read, clock.now(), LOT);
      if (due.length === 0) return;
      const client = options.openClient();
      const judge = options.openJudge();
      try {
        while (due.length > 0 && !signal.aborted) {
          await Promise.all(due.map((item) => visit(options, { client, judge, signal }, item)));
          due = await itemStore.dueForFetch(database.read, clock.now(), LOT);
        }
      } finally {
        await Promise.all([client.close(), judge.close()]);
      }
    },
  };
}

async function visit(options: ScriptFetchOptions, tools: Tools, item: PageItem): Promise<void> {
  const { database, clock, zones } = options;
  const zone = await zones.find(item.zoneId);
  if (!zone || statusOf(item, clock.now()) !== 'active') {
    // When it is seen again, it is due again.
    return await database.transaction((tx) => itemStore.scheduleFetch(tx, item.id, undefined));
  }
  if (!hasPageFeature(zone.plan, 'maliciousCode')) {
    const tomorrow = clock.now() + EVERY_MS;
    return await database.transaction((tx) => itemStore.scheduleFetch(tx, item.id, tomorrow));
  }
  const body = await fetchScript(tools, item.name);
  if (tools.signal.aborted) return;
  if (!body) {
    const later = clock.now() + AFTER_FAILURE_MS;
    return await database.transaction((tx) => itemStore.scheduleFetch(tx, item.id, later));
  }
  const verdict = await tools.judge.classify(body.toString('utf8'));
  const hash = createHash('sha256').update(body).digest('hex');
  const version = { hash, fetched_at: clock.now(), ...scoresOf(verdict) };
  const reasons = verdict?.kind === 'scored' ? verdict.reasons : [];
  const outcome = await database.transaction(async (tx) => {
    await database.lock(tx, INVENTORY_LOCK);
    const current = (await itemStore.findMany(tx, [item.id])).get(item.id);
    if (!current) return undefined;
    await itemStore.scheduleFetch(tx, item.id, clock.now() + EVERY_MS);
    const saved = await scriptStore.saveFetch(tx, current, version, reasons);
    return { ...saved, foreign: await takeForeignHashes(tx, item.id) };
  });
  const findings = outcome ? findingsOf(item, zone.account.id, version, outcome) : [];
  if (findings.length > 0) await options.publisher.publish(PAGE_FINDINGS_TOPIC, findings);
}

/** Undefined for what cannot be had: a refused address, no answer, an answer that is no success. */
async function fetchScript({ client, signal }: Tools, url: string): Promise<Buffer | undefined> {
  try {
    const answer = await client.fetch({
      url,
      signal,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 5,
      maxResponseBytes: LARGEST_BYTES,
      decompress: true,
    });
    return answer.status === 200 ? answer.body : undefined;
  } catch (error) {
    if (error instanceof OutboundError || signal.aborted) return undefined;
    throw error;
  }
}

/** Null: too large, no JavaScript, or more than the classifier could take. */
function scoresOf(verdict: ScriptVerdict | undefined): ScriptScoreColumns {
  const scores = verdict?.kind === 'scored' ? verdict.scores : undefined;
  return {
    js_integrity_score: scores?.integrity ?? null,
    magecart_score: scores?.magecart ?? null,
    malware_score: scores?.malware ?? null,
    cryptomining_score: scores?.cryptomining ?? null,
    obfuscation_score: scores?.obfuscation ?? null,
    dataflow_score: scores?.dataflow ?? null,
  };
}

function findingsOf(
  item: PageItem,
  accountId: string,
  { hash, fetched_at: at, js_integrity_score: score }: ScriptVersion,
  { hashBefore, becameMalicious, foreign }: FetchOutcome & { foreign: readonly ForeignHash[] },
): PageFinding[] {
  const isChanged = hashBefore !== undefined && hashBefore !== hash;
  return [
    ...(isChanged
      ? [findingAbout('code_change', accountId, item, at, { hash, hash_before: hashBefore })]
      : []),
    ...(becameMalicious
      ? [findingAbout('malicious_script', accountId, item, at, { hash, js_integrity_score: score })]
      : []),
    ...foreign.map(({ hash: received, seenAt }) => ({
      ...findingAbout('code_change', accountId, item, seenAt, {
        hash: received,
        fetched_hash: hash,
        received_by: 'visitors',
      }),
      // There may be several of one moment.
      id: findingId('code_change', `${item.id} ${received}`, seenAt),
    })),
  ];
}
