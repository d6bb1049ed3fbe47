/**
 * Chooses published builds to measure the script classifier with:
 * `node scripts/script-corpus-builds.ts KIND=NAMES.txt... --builds 600 --cache FOLDER`. KIND is `sdk` or `library`; each
 * file has a name of a package on each line. Downloads packages in this order until there are enough builds of each kind, and
 * leaves out those that a rule may have been changed for. Moves the builds of scripts/script-corpus/held-back.txt to
 * development.txt, and writes the new ones there. They are measured once, after all changes of rules.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type Build,
  type BuildKind,
  buildLine,
  readBuildList,
} from './script-corpus/build-list.ts';
import { chooseBuilds } from './script-corpus/choose-builds.ts';
import { PackageFiles } from './script-corpus/package-files.ts';
import { libraries } from './script-report/libraries.ts';

const DEVELOPMENT = 'scripts/script-corpus/development.txt';
const HELD_BACK = 'scripts/script-corpus/held-back.txt';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { builds: { type: 'string', default: '600' }, cache: { type: 'string' } },
});
const { cache, builds: wanted } = values;
if (cache === undefined) throw new Error('--cache FOLDER is missing');

const seen = [DEVELOPMENT, HELD_BACK].flatMap(readBuildList);
const known = new Set([...libraries, ...seen].map(({ name }) => name));
const chosen: Build[] = [];
for (const argument of positionals) {
  const [kind, file = ''] = argument.split('=') as [BuildKind, string];
  const names = readFileSync(file, 'utf8').trim().split('\n');
  await chooseBuilds({
    kind,
    names: names.filter((name) => !known.has(name)),
    maxBuilds: Number(wanted),
    files: new PackageFiles(cache),
    onPackage: (builds) => chosen.push(...builds),
  });
}
write(DEVELOPMENT, seen);
write(HELD_BACK, chosen);

function write(file: string, builds: readonly Build[]): void {
  writeFileSync(file, `${builds.map(buildLine).sort().join('\n')}\n`);
  process.stdout.write(`${file}: ${builds.length} builds\n`);
}
