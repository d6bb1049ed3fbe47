import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { Readable } from 'node:stream';
import type {
  ImportedFeed,
  ThreatFeedService,
} from '../../areas/page-monitoring/threats/threat-feed-service.ts';
import type { ThreatCategory } from '../../catalogs/threat-categories.ts';
import {
  detectFeedFormat,
  type FeedFormat,
  type SkipReason,
} from '../../detectors/threat-feeds/feed-formats.ts';
import { FeedReader } from '../../detectors/threat-feeds/feed-reader.ts';
import { hasScheme, type Threat } from '../../detectors/threat-feeds/threat.ts';
import type { Cidr } from '../../kernel/ip.ts';
import { describeError, PalisadeError } from '../../kernel/palisade-error.ts';
import { GuardedClient } from '../../outbound/guarded-client.ts';
import type { ImportProgress } from '../credentials/credentials-import.ts';
import { type ImportInput, openInput, openStream } from '../credentials/import-input.ts';

/** Entries per transaction. On SQLite other writers wait for it. */
const BATCH_ENTRIES = 1_000;
/** Limits of a list from a URL, before and after decompression. */
const MAX_FETCHED_BYTES = 512 * 1024 ** 2;
const MAX_FETCHED_TEXT_BYTES = 2 * 1024 ** 3;
const FETCH_MS = 10 * 60_000;
/** The key protects input ids, which are not used here: imports of feeds cannot be continued. */
const NO_KEY = Buffer.alloc(0);

export interface ThreatImportOptions {
  readonly feeds: ThreatFeedService;
  readonly name: string;
  /** A path, a URL, or `-` for the standard input. */
  readonly source: string;
  /** If undefined, it is detected from the first lines. */
  readonly format: FeedFormat | undefined;
  /** Categories of entries for which the feed names none. */
  readonly standard: readonly ThreatCategory[];
  /** Private networks that the URL may point to. */
  readonly outboundAllow: readonly Cidr[];
  readonly onProgress: (progress: ImportProgress) => void;
}

export interface ThreatImportReport extends ImportedFeed {
  readonly lines: number;
  /** Entries that were in the list before. */
  readonly repeated: number;
  /** Lines, or entries of JSON, without threats. */
  readonly skipped: Readonly<Record<SkipReason, number>>;
  /** Numbers of the first unreadable lines. */
  readonly badLines: readonly number[];
}

/** Imports a list as a stream, so that memory does not depend on its length. */
export async function importThreats(options: ThreatImportOptions): Promise<ThreatImportReport> {
  const { feeds, name, source, standard } = options;
  const input = await openSource(source, options.outboundAllow);
  try {
    const format = options.format ?? formatOf(input);
    const reader = new FeedReader(format, standard);
    const imported = await feeds.import(name, async (add) => {
      const contentHash = await readAll(input, reader, add, options.onProgress);
      return { source: shownSource(source), format, contentHash, importedBy: systemUser() };
    });
    const { lines, threats, skipped, badLines } = reader;
    return { ...imported, lines, repeated: threats - imported.feed.entries, skipped, badLines };
  } finally {
    await input.close();
  }
}

/** Returns the hash of the text. */
async function readAll(
  { storedBytes, read, maxTextBytes }: Source,
  reader: FeedReader,
  add: (threats: readonly Threat[]) => Promise<void>,
  onProgress: (progress: ImportProgress) => void,
): Promise<string> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = 0;
  let waiting: Threat[] = [];
  const chunks = read(0, (stored) => {
    bytes = stored;
  });
  for await (const chunk of chunks) {
    hash.update(chunk);
    text += chunk.length;
    if (text > maxTextBytes) {
      throw new PalisadeError('feed_too_large', `the list is larger than ${maxTextBytes} bytes`);
    }
    // Not `push(...)`: a chunk may contain more threats than a call can have arguments.
    const found = waiting.concat(reader.push(decoder.decode(chunk, { stream: true })));
    let from = 0;
    for (; found.length - from >= BATCH_ENTRIES; from += BATCH_ENTRIES) {
      await add(found.slice(from, from + BATCH_ENTRIES));
      const share = storedBytes === undefined ? undefined : bytes / Math.max(1, storedBytes);
      onProgress({ phase: 'reading', share, bytes, lines: reader.lines, runs: 0 });
    }
    waiting = found.slice(from);
  }
  waiting.push(...reader.push(decoder.decode()), ...reader.end());
  if (waiting.length > 0) await add(waiting);
  return hash.digest('hex');
}

interface Source extends ImportInput {
  readonly maxTextBytes: number;
  close(): Promise<void>;
}

async function openSource(source: string, allow: readonly Cidr[]): Promise<Source> {
  if (hasScheme(source)) return await openUrl(source, allow);
  const input = await openInput(source, NO_KEY);
  const close = async () => {
    // The rest is not read, and an open stream would keep the process alive.
    if (source === '-') process.stdin.destroy();
  };
  return { ...input, maxTextBytes: Number.POSITIVE_INFINITY, close };
}

async function openUrl(url: string, allow: readonly Cidr[]): Promise<Source> {
  const client = new GuardedClient({ allow });
  const shown = shownSource(url);
  try {
    const response = await client.request({
      url,
      timeoutMs: FETCH_MS,
      maxResponseBytes: MAX_FETCHED_BYTES,
      decompress: true,
    });
    if (response.status !== 200) {
      response.discard();
      throw new PalisadeError('feed_not_found', `${shown} returned status ${response.status}`);
    }
    const input = await openStream(Readable.from(response.body), NO_KEY, shown);
    return { ...input, maxTextBytes: MAX_FETCHED_TEXT_BYTES, close: () => client.close() };
  } catch (error) {
    await client.close();
    if (error instanceof PalisadeError) throw error;
    // The first bytes could not be decompressed.
    const problem = `cannot read ${shown}: ${describeError(error)}`;
    throw new PalisadeError('bad_import_file', problem, { cause: error });
  }
}

function formatOf({ sample }: ImportInput): FeedFormat {
  return detectFeedFormat(
    sample
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split('\n'),
  );
}

/** Without the query, which may contain an access key. */
function shownSource(source: string): string {
  if (source === '-') return 'standard input';
  const url = hasScheme(source) ? URL.parse(source) : null;
  return url ? url.origin + url.pathname : source;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In containers the user may have a number but no name.
    return String(process.getuid?.() ?? '');
  }
}
