import { readFile, stat } from 'node:fs/promises';
import { learnedLibrariesFile } from '../app/node/data-dir.ts';
import { decodeScript } from '../detectors/script-classifier/decode-script.ts';
import { dumpScript } from '../detectors/script-classifier/dump/dump-script.ts';
import type { KnownLibraries } from '../detectors/script-classifier/libraries/known-libraries.ts';
import { LibraryFiles } from '../detectors/script-classifier/libraries/library-files.ts';
import { MALICIOUS_BELOW } from '../detectors/script-classifier/score.ts';
import { classifyScript } from '../detectors/script-classifier/script-classifier.ts';
import {
  MAX_SCRIPT_BYTES,
  namedScores,
  type ScriptVerdict,
} from '../detectors/script-classifier/script-verdict.ts';

export interface ScoredFile {
  readonly file: string;
  readonly verdict: ScriptVerdict;
}

/** Scores the script in a file as page monitoring scores scripts of pages. The file is not executed. */
export async function scoreScript(file: string, libraries: KnownLibraries): Promise<ScoredFile> {
  const { size } = await stat(file);
  if (size > MAX_SCRIPT_BYTES) {
    const problem = `${size.toLocaleString('en')} bytes; scripts above ${MAX_SCRIPT_BYTES.toLocaleString('en')} bytes get no scores`;
    return { file, verdict: { kind: 'too-large', problem } };
  }
  return { file, verdict: classifyScript(await readScriptFile(file), libraries) };
}

/** The findings and intermediate results of the classifier for a script, line by line. */
export async function dumpScored(
  { file, verdict }: ScoredFile,
  libraries: KnownLibraries,
): Promise<string> {
  if (verdict.kind === 'too-large') return `${verdict.kind}: ${verdict.problem}\n`;
  return dumpScript(await readScriptFile(file), libraries);
}

const readScriptFile = async (file: string): Promise<string> =>
  decodeScript(await readFile(file), undefined);

/** The libraries that a node with this data folder recognises. */
export const librariesOf = (dataDir: string): KnownLibraries =>
  new LibraryFiles(learnedLibrariesFile(dataDir)).current();

export const isMalicious = ({ verdict }: ScoredFile): boolean =>
  verdict.kind === 'scored' && verdict.scores.integrity < MALICIOUS_BELOW;

export const apiScores = ({ verdict }: ScoredFile) => namedScores(verdict);
