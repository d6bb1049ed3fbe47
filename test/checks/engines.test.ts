import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

describe('package.json', () => {
  // Regression: it named the Node that npm installs, so that npm warned users about the Node that npm itself runs on.
  it('names the Node that npm needs, as the documents do', () => {
    const { engines } = JSON.parse(read('package.json'));
    assert.deepEqual(JSON.parse(read('package-lock.json')).packages[''].engines, engines);
    for (const file of ['README.md', 'CONTRIBUTING.md']) {
      const [, oldest] = /git and npm with Node (\d+) or newer/.exec(read(file)) ?? [];
      assert.equal(engines.node, `>=${oldest}`, file);
    }
  });
});
