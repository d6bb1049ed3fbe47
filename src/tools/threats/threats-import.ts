import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { Readable } from 'node:stream';
import type { ThreatFeed } from '../../areas/page-monitoring/threats/threat-feed-model.ts';
import type { ThreatFeedService } from '../../areas/page-monitoring/threats/threat-feed-service.ts';
import type { ThreatCategory } from '../../catalogs/threat-categories.ts';
import { detectFeedFormat, type FeedFormat } from '../../detectors/threat-feeds/feed-formats.ts';
import { FeedReader } from '../../detectors/threat-feeds/feed-reader.ts';
import { hasScheme, type Threat } from '../../detectors/threat-feeds/threat.ts';
import type { Cidr } from '../../kernel/ip.ts';
import { describeError, PalisadeError } from '../../kernel/palisade-error.ts';
import { GuardedClient } from '../../outbound/guarded-client.ts';
import type { ImportProgress } from '../credentials/credentials-import.ts';
import { type ImportInput, openInput, openStream } from '../credentials/import-input.ts';

/** Entries of one transaction: others wait for it on SQLite. */
const LOT = 1_000;
/** Of what comes from a URL. The second is for what is compressed inside. */
const MOST_FETCHED_BYTES = 512 * 1024 ** 2;
const MOST_FETCHED_TEXT = 2 * 1024 ** 3;
const FETCH_MS = 10 * 60_000;
/** Lists of threats are no secret; what recognises a list after an interruption is not used. */
const NO_KEY = Buffer.alloc(0);

export interface ThreatImportOptions {
  readonly feeds: ThreatFeedService;
  readonly name: string;
  /** A path, a URL, or `-` for the standard input. */
  readonly source: string;
  /** Without it the beginning tells. */
  readonly format: FeedFormat | undefined;
  /** For what the feed does not name a category. */
  readonly standard: readonly ThreatCategory[];
  /** Private addresses that URLs may lead to. */
  readonly outboundAllow: readonly Cidr[];
  readonly onProgress: (progress: ImportProgress) => void;
}

export interface ThreatImportReport {
  readonly feed: ThreatFeed;
  readonly lines: number;
  readonly unreadable: number;
  /** The first of the unreadable ones. */
  readonly badLines: readonly number[];
}

/** Reads a list as it comes into a feed; memory does not depend on its length. */
export async function importThreats(options: ThreatImportOptions): Promise<ThreatImportReport> {
  const { feeds, name, source, standard } = options;
  const input = await openSource(source, options.outboundAllow);
  try {
    const format = options.format ?? formatOf(input);
    const reader = new FeedReader(format, standard);
    const feed = await feeds.import(name, async (add) => {
      const contentHash = await readAll(input, reader, add, options.onProgress);
      return { source: shownSource(source), format, contentHash, importedBy: systemUser() };
    });
    const { lines, unreadable, badLines } = reader;
    return { feed, lines, unreadable, badLines };
  } finally {
    await input.close();
  }
}

/** Answers the hash of the text. */
async function readAll(
  { storedBytes, read, mostText }: Source,
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
    if (text > mostText) {
      throw new PalisadeError('feed_too_large', `the list is larger than ${mostText} bytes`);
    }
    // No spreading: a chunk may hold more threats than a call takes arguments.
    const found = waiting.concat(reader.push(decoder.decode(chunk, { stream: true })));
    let from = 0;
    for (; found.length - from >= LOT; from += LOT) {
      await add(found.slice(from, from + LOT));
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
  readonly mostText: number;
  close(): Promise<void>;
}

async function openSource(source: string, allow: readonly Cidr[]): Promise<Source> {
  if (hasScheme(source)) return await openUrl(source, allow);
  const input = await openInput(source, NO_KEY);
  const close = async () => {
    // Nobody reads the rest; it would keep the process waiting.
    if (source === '-') process.stdin.destroy();
  };
  return { ...input, mostText: Number.POSITIVE_INFINITY, close };
}

async function openUrl(url: string, allow: readonly Cidr[]): Promise<Source> {
  const client = new GuardedClient({ allow });
  const shown = shownSource(url);
  try {
    const answer = await client.request({
      url,
      timeoutMs: FETCH_MS,
      maxResponseBytes: MOST_FETCHED_BYTES,
      decompress: true,
    });
    if (answer.status !== 200) {
      answer.discard();
      throw new PalisadeError('feed_not_found', `${shown} answers with status ${answer.status}`);
    }
    const input = await openStream(Readable.from(answer.body), NO_KEY, shown);
    return { ...input, mostText: MOST_FETCHED_TEXT, close: () => client.close() };
  } catch (error) {
    await client.close();
    if (error instanceof PalisadeError) throw error;
    // Its beginning cannot be unpacked.
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

/** Keys of feeds may be in the query. */
function shownSource(source: string): string {
  if (source === '-') return 'standard input';
  const url = hasScheme(source) ? URL.parse(source) : null;
  return url ? url.origin + url.pathname : source;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In containers the user may have a number only.
    return String(process.getuid?.() ?? '');
  }
}
