import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { describeError, PalisadeError } from '../../kernel/palisade-error.ts';

/** A list to import. Positions refer to its decompressed text. */
export interface ImportInput {
  readonly label: string;
  /** Identifies the list when an interrupted import is continued. */
  readonly id: string;
  /** The size as stored; undefined if it is not known. */
  readonly storedBytes: number | undefined;
  /** The first bytes of the text. */
  readonly sample: Buffer;
  /** The text from a position on. `onStored` gets the number of stored bytes that were read so far. */
  read(position: number, onStored: (bytes: number) => void): AsyncIterable<Buffer>;
}

const HEAD_BYTES = 65_536;
const CHUNK_BYTES = 1024 ** 2;

/** Opens a file, or standard input for `-`. */
export async function openInput(path: string, key: Buffer): Promise<ImportInput> {
  try {
    return path === '-' ? await openStream(process.stdin, key) : await openFile(path, key);
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function openFile(path: string, key: Buffer): Promise<ImportInput> {
  const handle = await open(path);
  try {
    const { size, mtimeMs } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const stored = (start: number) => createReadStream(path, { start, highWaterMark: CHUNK_BYTES });
    return {
      label: path,
      id: idOf(key, `${size} ${mtimeMs}`, head),
      storedBytes: size,
      sample: sampleOf(head),
      read: (position, onStored) =>
        isGzip(head)
          ? skip(gunzip(path, stored(0), onStored), position)
          : counted(path, stored(position), (bytes) => onStored(position + bytes)),
    };
  } finally {
    await handle.close();
  }
}

/** A stream can be read once. To continue an import, the same stream has to be sent again from the start. */
export async function openStream(
  stream: Readable,
  key: Buffer,
  label = 'standard input',
): Promise<ImportInput> {
  const chunks: Buffer[] = [];
  const source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (let length = 0; length < HEAD_BYTES; ) {
    const { value, done } = await source.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const head = Buffer.concat(chunks).subarray(0, HEAD_BYTES);
  async function* stored() {
    yield* chunks.splice(0);
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  return {
    label,
    id: idOf(key, 'stream', head),
    storedBytes: undefined,
    sample: sampleOf(head),
    read: (position, onStored) => {
      const bytes = Readable.from(stored());
      const text = isGzip(head) ? gunzip(label, bytes, onStored) : counted(label, bytes, onStored);
      return skip(text, position);
    },
  };
}

/** Keyed, so that guesses of the first credentials cannot be tested against the hash. */
function idOf(key: Buffer, about: string, head: Buffer): string {
  return createHash('sha256').update(key).update(`${about}\0`).update(head).digest('hex');
}

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b;

function sampleOf(head: Buffer): Buffer {
  if (!isGzip(head)) return head;
  return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, HEAD_BYTES);
}

async function* counted(label: string, stream: Readable, onStored: (bytes: number) => void) {
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      onStored(bytes);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(label, error);
  }
}

function gunzip(label: string, stream: Readable, onStored: (bytes: number) => void) {
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES / 4 });
  // A failure also destroys `unzipped`, so its reader gets the error.
  pipeline(stream, unzipped, () => {});
  return counted(label, unzipped, () => onStored(unzipped.bytesWritten));
}

async function* skip(chunks: AsyncIterable<Buffer>, position: number) {
  let left = position;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield left > 0 ? chunk.subarray(left) : chunk;
    left = Math.max(0, left - chunk.length);
  }
}

function unreadable(label: string, error: unknown): Error {
  if (error instanceof PalisadeError) return error;
  return new PalisadeError('bad_import_file', `cannot read ${label}: ${describeError(error)}`, {
    cause: error,
  });
}
