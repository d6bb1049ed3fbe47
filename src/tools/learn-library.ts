import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { learnedLibrariesFile } from '../app/node/data-dir.ts';
import { decodeScript } from '../detectors/script-classifier/decode-script.ts';
import {
  releaseLine,
  releaseOf,
} from '../detectors/script-classifier/libraries/library-release.ts';
import { MAX_SCRIPT_BYTES } from '../detectors/script-classifier/script-verdict.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { filesNamed, problemOf } from './files-named.ts';

export interface LearnOptions {
  readonly folder: string;
  /** Name and version of the release; by default those in package.json. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly dataDir: string;
  readonly onProgress: (files: number, file: string) => void;
  /** Called for each file that is skipped. */
  readonly onProblem: (file: string, problem: string) => void;
}

interface LearnReport {
  readonly name: string;
  readonly version: string;
  /** Files that were added, that had been learned before, and that could not be read. */
  readonly learned: number;
  readonly known: number;
  readonly skipped: number;
}

const extensions: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs']);

/** Adds the scripts of a folder to the libraries that a node recognises. */
export async function learnLibrary(options: LearnOptions): Promise<LearnReport> {
  const { folder, dataDir, onProgress, onProblem } = options;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw refused(`there is no folder ${folder}`);
  }
  const { name, version } = identityOf(options);
  const file = learnedLibrariesFile(dataDir);
  const before = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const lines = new Set(before);
  let [found, known, skipped] = [0, 0, 0];
  for await (const path of filesNamed(folder, onProblem)) {
    if (!isOfRelease(folder, path)) continue;
    onProgress(found, path);
    found += 1;
    try {
      const line = await readLine(path, name, version);
      if (lines.has(line)) known += 1;
      else lines.add(line);
    } catch (error) {
      skipped += 1;
      onProblem(path, problemOf(error));
    }
  }
  if (found === skipped) {
    throw refused(
      `nothing was learned: ${folder} has no .js, .mjs or .cjs file that can be parsed, apart from node_modules`,
    );
  }
  // A node may read the file at any time, so it is replaced as a whole.
  writeFileSync(`${file}.new`, `${[...lines].join('\n')}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { name, version, learned: found - known - skipped, known, skipped };
}

/** Installed dependencies are other libraries. */
const isOfRelease = (folder: string, path: string): boolean =>
  extensions.has(extname(path)) && !relative(folder, path).split(sep).includes('node_modules');

async function readLine(path: string, name: string, version: string): Promise<string> {
  const { size } = statSync(path);
  if (size > MAX_SCRIPT_BYTES) {
    throw refused(`too large: the limit is ${MAX_SCRIPT_BYTES.toLocaleString('en')} bytes`);
  }
  const release = releaseOf(name, version, decodeScript(await readFile(path), undefined));
  if (!release) throw refused('it is not JavaScript, or too deeply nested');
  return releaseLine(release);
}

function identityOf({ folder, ...given }: LearnOptions): { name: string; version: string } {
  const file = join(folder, 'package.json');
  const described = existsSync(file) ? parseObject(file) : {};
  const [name, version] = [given.name ?? described['name'], given.version ?? described['version']];
  if (typeof name === 'string' && typeof version === 'string') {
    if (/^\S{1,214}$/.test(name) && /^\S{1,100}$/.test(version)) return { name, version };
    throw refused('name and version must not be empty, long or contain spaces');
  }
  throw refused(`${file} has no name and version: pass --name and --version`);
}

function parseObject(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    throw refused(`${file} cannot be read: ${problemOf(error)}`);
  }
}

const refused = (message: string): PalisadeError => new PalisadeError('not_learned', message);
