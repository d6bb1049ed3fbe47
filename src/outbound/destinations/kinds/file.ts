import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../../../kernel/disk-errors/disk-full.ts';
import { DestinationError } from '../destination-error.ts';
import {
  type DestinationDeps,
  type DestinationKind,
  type DestinationWriter,
  MAX_JOB_BYTES,
  type WrittenItem,
} from '../destination-kind.ts';
import { badText } from '../destination-text.ts';
import { readOptions } from '../option-rules.ts';

/** No leading dot: neither `..` nor a hidden file. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;
const MAX_SEGMENTS = 8;

/** Names of batch files, with their job. Other files in the folder are never removed. */
const BATCH = /^\d{8}T\d{6}Z_\d{8}T\d{6}Z_[\w-]+\.job-(\d+)\.log\.gz$/;

const DEFAULT_KEPT_BYTES = 1_000_000_000;
const MAX_FILES = 10_000;

/** `file://dir[/dir…]?max-bytes=…`: one file per batch below the folder that the operator has enabled; the oldest are removed. */
export const fileKind: DestinationKind = {
  read(text) {
    const { values, secrets, masked } = readOptions(text, {
      options: {
        'max-bytes': { pattern: /^[1-9]\d{5,14}$/, expected: 'a number of at least 100000' },
      },
    });
    const segments = text.address.replace(/^\/|\/$/g, '').split('/');
    if (segments.length > MAX_SEGMENTS || !segments.every((segment) => SEGMENT.test(segment))) {
      throw badText(
        'needs the name of a folder: letters, digits, ".", "-" and "_", no leading dot',
      );
    }
    const maxBytes = Number(values['max-bytes'] ?? DEFAULT_KEPT_BYTES);
    return {
      kind: 'file',
      needsChallenge: false,
      maxBytes: MAX_JOB_BYTES,
      form: 'text',
      address: segments.join('/'),
      maskedOptions: masked,
      secrets,
      open: (deps) => fileWriter(rootOf(deps), segments, maxBytes),
    };
  },
};

function rootOf({ fileFolder }: DestinationDeps): string {
  if (fileFolder !== undefined) return fileFolder;
  throw new DestinationError(
    'file: destinations are not enabled; the operator can do so with PALISADE_LOG_FOLDER',
    { isPermanent: true },
  );
}

function fileWriter(
  root: string,
  segments: readonly string[],
  maxBytes: number,
): DestinationWriter {
  const name = `file://${segments.join('/')}`;
  // How much may still be written before the folder has to be scanned.
  let space: Space = { bytes: 0, files: 0 };
  return {
    name,
    async write(item, signal) {
      try {
        const folder = await openFolder(root, segments);
        signal.throwIfAborted();
        const file = fileName(item);
        await writeWhole(folder, file, item.body);
        if (item.job === undefined) return;
        space = { bytes: space.bytes - item.body.byteLength, files: space.files - 1 };
        if (space.bytes >= 0 && space.files >= 0) return;
        const limit = { bytes: maxBytes, files: MAX_FILES };
        space = await removeOldest(folder, item.job, limit, file);
      } catch (error) {
        throw explained(name, error);
      }
    },
  };
}

/** Zones may share a folder. The name contains the job, so that a job removes only its own files. */
function fileName({ name, job }: WrittenItem): string {
  return job === undefined ? name : name.replace(/\.log\.gz$/, `.job-${job}.log.gz`);
}

interface Space {
  readonly bytes: number;
  readonly files: number;
}

/** Creates missing folders. Links are refused, because they could lead out of the enabled folder. */
async function openFolder(root: string, segments: readonly string[]): Promise<string> {
  let folder = root;
  for (const segment of segments) {
    folder = join(folder, segment);
    await mkdir(folder, { mode: 0o750 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await lstat(folder)).isDirectory()) {
      throw new DestinationError('a part of the path is a link or not a folder', {
        isPermanent: true,
      });
    }
  }
  return folder;
}

/** Writes a file atomically: readers see the whole file or none. */
async function writeWhole(folder: string, name: string, body: Uint8Array): Promise<void> {
  const part = join(folder, `.${name}.part`);
  // The temporary file of an attempt that was interrupted.
  await rm(part, { force: true });
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const file = await open(part, flags, 0o640);
    try {
      await file.writeFile(body);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, join(folder, name));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Removes the oldest files of a job; names begin with a time, so they sort by age. The file that was just written stays. A tenth of the limit
 * is freed, so that not every write has to scan the folder. Returns the free space.
 */
async function removeOldest(
  folder: string,
  job: number,
  limit: Space,
  written: string,
): Promise<Space> {
  const all = await readdir(folder);
  const names = all.filter((name) => BATCH.exec(name)?.[1] === String(job)).sort();
  const sizes = await Array.fromAsync(names, async (name) => {
    // The file may have been removed in the meantime.
    const stat = await lstat(join(folder, name)).catch(() => undefined);
    return { name, bytes: stat?.size ?? 0 };
  });
  let bytes = sizes.reduce((sum, file) => sum + file.bytes, 0);
  let files = sizes.length;
  if (bytes > limit.bytes || files > limit.files) {
    for (const file of sizes) {
      if (bytes <= limit.bytes * 0.9 && files <= limit.files * 0.9) break;
      if (file.name === written) continue;
      await rm(join(folder, file.name), { force: true });
      bytes -= file.bytes;
      files--;
    }
  }
  return { bytes: limit.bytes - bytes, files: limit.files - files };
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'the folder of PALISADE_LOG_FOLDER does not exist',
  EACCES: 'the folder of PALISADE_LOG_FOLDER is not writable for this process',
};

function explained(name: string, error: unknown): unknown {
  if (error instanceof DestinationError) {
    return new DestinationError(`${name}: ${error.message}`, { isPermanent: error.isPermanent });
  }
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const problem = isDiskFull(error)
    ? 'the disk is full'
    : (problems[code] ?? `the file system reports ${code}`);
  return new DestinationError(`${name} cannot be written to: ${problem}`);
}
