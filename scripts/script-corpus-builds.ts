/**
 * Chooses published builds to measure the script classifier with:
 * `node scripts/script-corpus-builds.ts KIND=NAMES.txt... --builds 1200 --cache FOLDER`. KIND is `sdk` or `library`; each
 * file has a name of a package on each line. Downloads packages in this order until there are enough builds of a kind.
 * Writes scripts/script-corpus/development.txt and held-back.txt: packages are assigned to them by a hash of
 * their names. The held-back half is measured once, after all changes of rules.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Build, type BuildKind, buildLine } from './script-corpus/build-list.ts';
import { chooseBuilds, isHeldBack } from './script-corpus/choose-builds.ts';
import { PackageFiles } from './script-corpus/package-files.ts';
import { libraries } from './script-report/libraries.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { builds: { type: 'string', default: '1200' }, cache: { type: 'string' } },
});
const { cache, builds: wanted } = values;
if (cache === undefined) throw new Error('--cache FOLDER is missing');

const halves = {
  development: { files: new PackageFiles(join(cache, 'dev')), builds: [] as Build[] },
  'held-back': { files: new PackageFiles(join(cache, 'held')), builds: [] as Build[] },
};
const halfOf = (name: string) => halves[isHeldBack(name) ? 'held-back' : 'development'];
const own = new Set(libraries.map(({ name }) => name));

for (const argument of positionals) {
  const [kind, file = ''] = argument.split('=') as [BuildKind, string];
  const names = readFileSync(file, 'utf8').trim().split('\n');
  await chooseBuilds({
    kind,
    names: names.filter((name) => !own.has(name)),
    maxBuilds: Number(wanted),
    filesFor: (name) => halfOf(name).files,
    onPackage: (builds) => {
      const [first] = builds;
      if (first) halfOf(first.name).builds.push(...builds);
    },
  });
}
for (const [half, { builds }] of Object.entries(halves)) {
  const lines = builds.map(buildLine).sort();
  writeFileSync(`scripts/script-corpus/${half}.txt`, `${lines.join('\n')}\n`);
  process.stdout.write(`${half}: ${lines.length} builds\n`);
}
