/**
 * Measures the script classifier with scripts of strangers; none of them is part of the project or run:
 *
 *     node scripts/script-corpus.ts --builds LIST.txt --cache FOLDER     published builds, downloaded if missing
 *     node scripts/script-corpus.ts --corpus FILE.jsonl.gz [--misses]   malicious scripts: kind, name, text (base64)
 *
 * `--below 20` also lists builds with scores up to 20; `--only TEXT` measures those with the text in their name;
 * `--json FILE` writes all scores. `--record seen` and `--record heldBack` (builds), `--record corpus` write the figures into
 * scripts/script-corpus/figures.json, from which `npm run script-report` takes them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { MALICIOUS_BELOW } from '../src/detectors/script-classifier/score.ts';
import { readBuildList } from './script-corpus/build-list.ts';
import {
  buildFigures,
  buildReport,
  corpusFigures,
  corpusReport,
  millisecondsPer100Kb,
  scriptLine,
} from './script-corpus/corpus-report.ts';
import { recordFigures } from './script-corpus/figures.ts';
import { hasCode } from './script-corpus/has-code.ts';
import { type CorpusScript, integrityOf, measureScripts } from './script-corpus/measure-scripts.ts';
import { PackageFiles } from './script-corpus/package-files.ts';

const { values: options } = parseArgs({
  options: {
    builds: { type: 'string' },
    cache: { type: 'string' },
    corpus: { type: 'string' },
    misses: { type: 'boolean', default: false },
    below: { type: 'string', default: String(MALICIOUS_BELOW) },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    record: { type: 'string' },
  },
});

const { builds, cache, corpus } = options;
if (corpus !== undefined) await measureCorpus(corpus);
else if (builds !== undefined && cache !== undefined) await measureBuilds(builds, cache);
else throw new Error('usage: script-corpus.ts --builds LIST --cache FOLDER | --corpus FILE');

async function measureBuilds(list: string, folder: string): Promise<void> {
  const files = new PackageFiles(folder);
  const wanted = readBuildList(list).filter((build) => nameOf(build).includes(options.only));
  await files.complete(wanted);
  const measured = await measureScripts(
    wanted.map((build) => ({
      group: build.kind,
      name: nameOf(build),
      text: () => readFileSync(files.pathOf(build), 'utf8'),
    })),
  );
  for (const it of measured) {
    if ((integrityOf(it) ?? 99) < Number(options.below)) process.stdout.write(scriptLine(it));
  }
  process.stdout.write(buildReport(measured));
  const { record } = options;
  if (record === 'heldBack') recordFigures({ heldBack: buildFigures(measured) });
  if (record === 'seen') {
    const speed = { millisecondsPer100Kb: millisecondsPer100Kb(measured) };
    recordFigures({ seen: buildFigures(measured), ...speed });
  }
  if (options.json) writeFileSync(options.json, JSON.stringify(measured));
}

async function measureCorpus(file: string): Promise<void> {
  const scripts = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; name: string; text: string })
    .map(({ kind, name, text }): CorpusScript => {
      const source = Buffer.from(text, 'base64').toString('utf8');
      return { group: kind, name, text: () => source };
    })
    .filter(({ name, text }) => name.includes(options.only) && hasCode(text()));
  const measured = await measureScripts(scripts);
  if (options.misses) {
    for (const it of measured) {
      if ((integrityOf(it) ?? 99) >= MALICIOUS_BELOW) process.stdout.write(scriptLine(it));
    }
  }
  const figures = corpusFigures(measured);
  process.stdout.write(corpusReport(figures));
  if (options.record === 'corpus') recordFigures({ corpus: figures });
  if (options.json) writeFileSync(options.json, JSON.stringify(measured));
}

function nameOf(build: { name: string; version: string; path: string }): string {
  return `${build.name}@${build.version} ${build.path}`;
}
