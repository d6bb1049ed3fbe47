import type { BusErrorListener } from '../bus.ts';
import { checkName } from '../bus-errors.ts';
import type {
  SpoolBatch,
  SpoolPosition,
  SpoolReader,
  SpoolReadLimits,
  SpoolStream,
} from '../spool.ts';
import type { BatchHead } from './batch-file.ts';
import { BatchReader } from './batch-reader.ts';
import { topicFolder } from './bus-folder.ts';
import { FolderReaders } from './folder-readers.ts';
import { SpooledBatch } from './spooled-batch.ts';

export interface SpoolOptions {
  /** The folder of the node's bus. */
  readonly folder: string;
  readonly topic: string;
  /** Called for files that cannot be read. Must not throw. */
  readonly onError: BusErrorListener;
}

interface Candidate {
  readonly writer: string;
  readonly stream: string;
  readonly head: BatchHead;
  readonly missed: number;
}

/** Reads a spooled topic of a node, in any process and while it is written. */
export function openSpool(options: SpoolOptions): SpoolReader {
  checkName('topic', options.topic);
  return new EmbeddedSpool(options);
}

class EmbeddedSpool implements SpoolReader {
  readonly #sources: FolderReaders<BatchReader>;

  constructor({ folder, topic, onError }: SpoolOptions) {
    this.#sources = new FolderReaders({
      folder: topicFolder(folder, topic),
      open: (file, name) => BatchReader.open(file, name, onError),
      onError,
    });
  }

  streams(): readonly SpoolStream[] {
    return this.#ofEach((reader) => {
      const { oldest, newest, oldestAt, newestAt, bytes } = reader.totals();
      const { generation: stream, writer: source } = reader;
      return { stream, source, oldest, newest, oldestAt, newestAt, bytes };
    });
  }

  positionAt(time: number): SpoolPosition {
    return Object.fromEntries(
      this.#ofEach((reader) => [reader.generation, reader.numberBefore(time)]),
    );
  }

  end(): SpoolPosition {
    return Object.fromEntries(
      this.#ofEach((reader) => [reader.generation, reader.totals().newest]),
    );
  }

  read(position: SpoolPosition, limits: SpoolReadLimits): readonly SpoolBatch[] {
    const { batches, bytes, before = Number.POSITIVE_INFINITY } = limits;
    const reached: Record<string, number> = { ...position };
    const candidates = new Map<string, Candidate>();
    for (const writer of this.#sources.refresh()) this.#advance(candidates, writer, reached);
    const taken: SpoolBatch[] = [];
    let size = 0;
    while (taken.length < batches) {
      const next = earliest(candidates);
      if (!next || next.head.publishedAt >= before) break;
      if (taken.length > 0 && size + next.head.bytes > bytes) break;
      const batch = this.#take(next);
      if (batch) {
        taken.push(batch);
        size += next.head.bytes;
        reached[batch.stream] = batch.last;
      }
      // If the batch was removed in the meantime, the next batch reports it as missed.
      if (batch === undefined) candidates.delete(next.writer);
      else this.#advance(candidates, next.writer, reached);
    }
    return taken;
  }

  close(): void {
    this.#sources.close();
  }

  /** Throws if a file is locked: with a position that lacks its stream, a later read would deliver the whole file again. */
  #ofEach<Result>(query: (reader: BatchReader) => Result): Result[] {
    return this.#sources
      .refresh()
      .map((name) => this.#sources.query(name, query))
      .filter((result) => result !== undefined);
  }

  #advance(candidates: Map<string, Candidate>, writer: string, reached: SpoolPosition): void {
    const candidate = this.#sources.read(writer, (reader) => {
      const { generation: stream } = reader;
      const after = reached[stream] ?? 0;
      const head = reader.headAfter(after);
      return head && { writer, stream, head, missed: reader.missedAfter(after) };
    });
    if (candidate) candidates.set(writer, candidate);
    else candidates.delete(writer);
  }

  /** Undefined if the file cannot be read now, null if the batch was removed in the meantime. */
  #take({ writer, stream, head, missed }: Candidate): SpooledBatch | null | undefined {
    return this.#sources.read(writer, (reader) => {
      const payload = reader.payloadOf(head);
      return payload === undefined ? null : new SpooledBatch({ stream, head, missed, payload });
    });
  }
}

function earliest(candidates: ReadonlyMap<string, Candidate>): Candidate | undefined {
  let first: Candidate | undefined;
  for (const candidate of candidates.values()) {
    if (!first || candidate.head.publishedAt < first.head.publishedAt) first = candidate;
  }
  return first;
}
