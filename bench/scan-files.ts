/** `palisade scan` compared with gitleaks, on the same folder. */

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentKind, documentKinds } from '../scripts/detection/documents.ts';
import { Random } from '../scripts/detection/random.ts';
import { tempFolder } from '../test/support/temp-folder.ts';
import { type Benchmark, type Figure, median } from './support/benchmark.ts';
import { installGo } from './support/go-program.ts';

const FILES = 400;
const FILE_BYTES = 100_000;
const ROUNDS = 3;
/** How much more we scan in the same time. Gitleaks looks for secrets only, we look for personal data as well. */
const FLOOR = 10;

const palisade = [process.execPath, join(import.meta.dirname, '../bin/palisade.js'), 'scan'];

function writeFiles(folder: string): void {
  const kinds = Object.keys(documentKinds) as DocumentKind[];
  for (let file = 0; file < FILES; file += 1) {
    const random = new Random(file + 1);
    let text = '';
    while (text.length < FILE_BYTES) text += documentKinds[random.pick(kinds)](random).join('\n');
    writeFileSync(join(folder, `${file}.txt`), text);
  }
}

/** Megabytes per second, the start of the process included. */
function rate([command = '', ...args]: readonly string[]): number {
  const start = performance.now();
  const run: SpawnSyncReturns<Buffer> = spawnSync(command, args, { maxBuffer: 1e9 });
  const seconds = (performance.now() - start) / 1000;
  // Both exit with 1 if they have found something.
  if (run.status !== 0 && run.status !== 1) throw new Error(`${command}: ${run.stderr}`);
  return (FILES * FILE_BYTES) / 1e6 / seconds;
}

function compare(folder: string, gitleaks: string | undefined): readonly Figure[] {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(rate([...palisade, folder]));
    if (gitleaks) theirs.push(rate([gitleaks, 'dir', '--no-banner', folder]));
  }
  const figures = [
    { what: `palisade scan, ${(FILES * FILE_BYTES) / 1e6} MB`, value: median(ours), unit: 'MB/s' },
  ];
  if (!gitleaks) return figures;
  return [
    ...figures,
    { what: 'gitleaks', value: median(theirs), unit: 'MB/s' },
    {
      what: 'palisade ÷ gitleaks',
      value: median(ours.map((value, round) => value / (theirs[round] ?? value))),
      unit: '×',
      floor: FLOOR,
    },
  ];
}

export const scanFiles: Benchmark = {
  name: 'scan-files',
  what: 'sensitive data in files, beside gitleaks',
  async run() {
    const gitleaks = installGo('gitleaks', 'github.com/zricethezav/gitleaks/v8@latest');
    const folder = tempFolder();
    try {
      writeFiles(folder.path);
      return compare(folder.path, gitleaks);
    } finally {
      folder.remove();
    }
  },
};
