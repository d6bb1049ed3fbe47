/** `npm test` names test files by patterns in several places. None may be left out, or run twice. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const filesOf = (pattern: string) => globSync(pattern, { cwd: root });
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

it('every test file runs once', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const commands = [scripts['test:together'], scripts['test:alone']].join(' ');
  const patterns = [
    ...commands.matchAll(/"([^"]+\.test\.ts)"/g),
    ...filesOf('test/together/*.test.ts').flatMap((file) => [
      ...textOf(file).matchAll(/'([^']+\.test\.ts)'/g),
    ]),
  ].map(([, pattern = '']) => pattern);
  const run = patterns.flatMap(filesOf).sort();
  assert.deepEqual(run, filesOf('{src,test}/**/*.test.ts').sort());
});
