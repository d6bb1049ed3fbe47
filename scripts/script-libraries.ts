/**
 * Makes the file of releases that the script classifier recognises:
 * `node scripts/script-libraries.ts --cache FOLDER`. Downloads the releases of scripts/script-report/libraries.ts and
 * scripts/script-libraries/popular.txt if they are missing in the folder.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type LibraryRelease,
  releaseLine,
  releaseOf,
} from '../src/detectors/script-classifier/libraries/library-release.ts';
import { type Build, readBuildList } from './script-corpus/build-list.ts';
import { PackageFiles } from './script-corpus/package-files.ts';
import { libraries } from './script-report/libraries.ts';

const SHIPPED = 'src/detectors/script-classifier/libraries/shipped-releases.txt';
/** The file is read into memory by each classifier. */
const MAX_BYTES = 300_000;

const { values } = parseArgs({ options: { cache: { type: 'string' } } });
if (values.cache === undefined) throw new Error('--cache FOLDER is missing');

const files = new PackageFiles(values.cache);
const builds: Build[] = [
  ...libraries.map(
    ({ name, version, path }) => ({ kind: 'library', name, version, path }) as const,
  ),
  ...readBuildList('scripts/script-libraries/popular.txt'),
];
await files.complete(builds);
const releases = builds.map((build) => releaseOfBuild(build));
const lines = [...new Set(releases.map(releaseLine))].sort();
const text = `${lines.join('\n')}\n`;
if (text.length > MAX_BYTES) throw new Error(`${text.length} bytes; the limit is ${MAX_BYTES}`);
writeFileSync(SHIPPED, text);
process.stdout.write(`${SHIPPED}: ${lines.length} releases, ${text.length} bytes\n`);

function releaseOfBuild(build: Build): LibraryRelease {
  const { name, version, path } = build;
  const release = releaseOf(name, version, readFileSync(files.pathOf(build), 'utf8'));
  if (!release) throw new Error(`${name}@${version} ${path} is not a script`);
  return release;
}
