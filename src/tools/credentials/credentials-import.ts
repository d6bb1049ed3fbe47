import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { STORE_SUFFIX } from '../../detectors/credentials/credential-folder.ts';
import { Fingerprinter } from '../../detectors/credentials/fingerprinter.ts';
import { ensureFolderKey } from '../../detectors/credentials/folder-key.ts';
import { keyIdOf } from '../../detectors/credentials/store-format.ts';
import { StoreWriter } from '../../detectors/credentials/store-writer.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import { detectFormat, type ImportFormat, lineFormats } from './import-format.ts';
import { type ImportInput, openInput } from './import-input.ts';
import { type ImportState, ImportWork } from './import-work.ts';
import { LineSplitter } from './line-splitter.ts';
import { mergeRuns } from './merge-runs.ts';
import { RunBuffer } from './run-buffer.ts';

export { type ImportFormat, importFormats } from './import-format.ts';

export interface ImportOptions {
  /** Of the credential stores. */
  readonly folder: string;
  readonly name: string;
  /** Paths of lists; `-` is the standard input. */
  readonly files: readonly string[];
  /** Of all lists; without it each one tells by itself. */
  readonly format?: ImportFormat | undefined;
  /** Forget what an interrupted import has done. */
  readonly restart?: boolean | undefined;
  /** Take the place of a store of this name. */
  readonly replace?: boolean | undefined;
  /** Fingerprints that are sorted in memory at once, eight bytes each. */
  readonly runEntries?: number | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly phase: 'reading' | 'merging';
  /** Of the phase, 0 to 1; undefined when the end is not known. */
  readonly share: number | undefined;
  /** Stored bytes of the lists read so far. */
  readonly bytes: number;
  readonly lines: number;
  readonly runs: number;
}

export interface ImportReport {
  readonly path: string;
  readonly entries: number;
  readonly bytes: number;
  readonly lines: number;
  readonly malformed: number;
  readonly formats: readonly ImportFormat[];
  readonly isContinued: boolean;
}

/** 32 MiB, so that a whole import stays near 200. */
const RUN_ENTRIES = 4 * 1024 ** 2;

/**
 * Turns lists of credentials into a store file: fingerprints are sorted in runs on disk, then merged.
 * Memory does not depend on the length of the lists. Killed at any time, it goes on from the last
 * finished run and gives the same file. No credential is written anywhere, nor told in an error.
 */
export async function importCredentials(options: ImportOptions): Promise<ImportReport> {
  const { folder, name, replace = false, onProgress = () => {} } = options;
  const path = join(folder, name + STORE_SUFFIX);
  if (existsSync(path) && !replace) {
    throw refused(`there is a store ${name} already; --replace puts the new one in its place`);
  }
  const key = ensureFolderKey(folder);
  const inputs: ImportInput[] = [];
  for (const file of options.files) inputs.push(await openInput(file, key));
  const formats = inputs.map((input) => options.format ?? formatOf(input));
  const work = new ImportWork(folder, name);
  try {
    const { runEntries = RUN_ENTRIES } = options;
    const task = {
      keyId: keyIdOf(key),
      runEntries,
      inputs: inputs.map(({ id }, index) => ({ id, format: formats[index] ?? 'pairs' })),
    };
    const found = options.restart ? undefined : work.load();
    if (found && !isDeepStrictEqual(found.task, task)) {
      throw refused(
        `an import of ${name} from other lists or with another format was interrupted; repeat that one, or start over with --restart`,
      );
    }
    if (!found) work.forget();
    const buffer = new RunBuffer(runEntries);
    const started = found ?? {
      version: 1,
      task,
      runs: [],
      input: 0,
      position: 0,
      lines: 0,
      malformed: 0,
    };
    const state = await writeRuns(
      work,
      started,
      inputs,
      new Fingerprinter(key),
      buffer,
      onProgress,
    );
    if (state.runs.length === 0) {
      work.remove();
      throw refused('no line could be read; --format says how the lists are spelt');
    }
    const entries = writeStore(work, state, buffer, onProgress);
    renameSync(work.draft, path);
    work.remove();
    return {
      path,
      entries,
      bytes: statSync(path).size,
      lines: state.lines,
      malformed: state.malformed,
      formats,
      isContinued: found !== undefined,
    };
  } finally {
    work.release();
    // Nobody reads the rest; it would keep the process waiting.
    if (options.files.includes('-')) process.stdin.destroy();
  }
}

/** Reads the lists from where the state says, and keeps the state with each finished run. */
async function writeRuns(
  work: ImportWork,
  started: ImportState,
  inputs: readonly ImportInput[],
  prints: Fingerprinter,
  buffer: RunBuffer,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportState> {
  let state = started;
  let { lines, malformed } = started;
  const finishRun = (input: number, position: number): void => {
    const runs = [...state.runs];
    if (buffer.length > 0) {
      buffer.sort();
      buffer.writeTo(work.runPath(runs.length));
      runs.push(buffer.length);
    }
    buffer.clear();
    state = { ...state, runs, input, position, lines, malformed };
    work.save(state);
  };
  const size = storedBytes(inputs, inputs.length);
  for (const [index, input] of inputs.entries()) {
    if (index < started.input) continue;
    const { parse } = lineFormats[state.task.inputs[index]?.format ?? 'pairs'];
    const start = index === started.input ? started.position : 0;
    const splitter = new LineSplitter(start, (source, from, to, next) => {
      lines += 1;
      if (parse(prints, source, from, to)) buffer.add(prints.high, prints.low);
      else malformed += 1;
      if (buffer.isFull) finishRun(index, next);
    });
    const before = storedBytes(inputs, index) ?? 0;
    let bytes = before;
    const chunks = input.read(start, (read) => {
      bytes = before + read;
    });
    for await (const chunk of chunks) {
      splitter.push(chunk);
      const share = size === undefined ? undefined : bytes / Math.max(1, size);
      onProgress({ phase: 'reading', share, bytes, lines, runs: state.runs.length });
    }
    splitter.end();
  }
  if (state.input < inputs.length) finishRun(inputs.length, 0);
  return state;
}

function writeStore(
  work: ImportWork,
  { task, runs, lines }: ImportState,
  buffer: RunBuffer,
  onProgress: (progress: ImportProgress) => void,
): number {
  const total = runs.reduce((sum, entries) => sum + entries, 0);
  const writer = new StoreWriter(work.draft, total);
  try {
    const paths = runs.map((_, number) => work.runPath(number));
    mergeRuns(
      paths,
      total,
      buffer,
      (high, low) => writer.add(high, low),
      (share) => onProgress({ phase: 'merging', share, bytes: 0, lines, runs: runs.length }),
    );
    const kinds = task.inputs.reduce((sum, { format }) => sum | lineFormats[format].kind, 0);
    return writer.finish(kinds, task.keyId);
  } finally {
    writer.close();
  }
}

/** Of the first lists; undefined when one of them does not tell. */
function storedBytes(inputs: readonly ImportInput[], count: number): number | undefined {
  return inputs
    .slice(0, count)
    .reduce<number | undefined>(
      (sum, input) =>
        sum === undefined || input.storedBytes === undefined ? undefined : sum + input.storedBytes,
      0,
    );
}

function formatOf({ label, sample }: ImportInput): ImportFormat {
  const format = detectFormat(sample);
  if (!format) throw refused(`there is no line in ${label}`);
  return format;
}

function refused(problem: string): PalisadeError {
  return new PalisadeError('import_refused', problem);
}
