import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { minifySync as minifyWithSwc } from '@swc/core';
import fc from 'fast-check';
import { minifySync as minifyWithOxc } from 'vite';
import { readScript, type ScriptReading } from '../script-reading.ts';
import { parseScript } from '../tree/script-parser.ts';
import { KnownLibraries } from './known-libraries.ts';
import { type LibraryRelease, parseReleases, releaseLine, releaseOf } from './library-release.ts';

const read = (code: string): ScriptReading => {
  const parsed = parseScript(code);
  assert.ok(parsed.kind === 'parsed');
  return readScript(code, parsed);
};

const library = readFileSync('node_modules/uplot/dist/uPlot.iife.js', 'utf8');
const other = readFileSync('node_modules/acorn/dist/acorn.js', 'utf8');
const { version } = JSON.parse(readFileSync('node_modules/uplot/package.json', 'utf8'));
const release = releaseOf('charts', version, library) as LibraryRelease;
const known = new KnownLibraries([release]);
const match = (code: string) => known.match(read(code));

const minified: Readonly<Record<string, string>> = {
  'renamed by swc': minifyWithSwc(library, { compress: false, mangle: true }).code,
  'compressed by swc': minifyWithSwc(library, { compress: true, mangle: true }).code,
  'compressed by oxc': minifyWithOxc('a.js', library, { module: false }).code,
};

describe('known libraries', () => {
  it('recognise a release with other comments and white space', () => {
    const { tokens } = read(library);
    const gaps = fc.constantFrom(' ', '\t ', ' /* a */', ' /* a */ ');
    fc.assert(
      fc.property(fc.array(gaps, { minLength: 1, maxLength: 20 }), (written) => {
        let code = '';
        for (let at = 0; at < tokens.length; at += 2) {
          const gap = library.slice(tokens[at - 1] ?? 0, tokens[at]);
          if (gap !== '') code += written[at % written.length] + (gap.includes('\n') ? '\n' : '');
          code += library.slice(tokens[at], tokens[at + 1]);
        }
        assert.equal(match(code)?.kind, 'unchanged');
      }),
      { numRuns: 3 },
    );
  });

  for (const [how, code] of Object.entries(minified)) {
    it(`recognise a release by its shape if it is ${how}`, () => {
      const found = match(code);
      assert.equal(found?.release.name, 'charts');
      assert.notEqual(found?.kind, 'unchanged');
      assert.equal(known.match(read(library))?.kind, 'unchanged');
    });
  }

  it('see that a literal was changed', () => {
    const { tree } = read(library);
    const literals = tree.ofType('Literal').map((number) => tree.node(number));
    fc.assert(
      fc.property(fc.constantFrom(...literals), (literal) => {
        const { start = 0, end = 0 } = literal ?? {};
        const code = `${library.slice(0, start)}123456${library.slice(end)}`;
        assert.notEqual(match(code)?.kind, 'unchanged');
      }),
      { numRuns: 5 },
    );
  });

  it('see added code, and where it is', () => {
    const added = `;(function () { addEventListener('input', (e) => navigator.sendBeacon('/a', e.data.text.size)); })();`;
    const cases = [
      [added + library, 'beside'],
      [library + added, 'beside'],
      [library.replace(/function \w+\(/, `${added}$&`), 'inside'],
    ] as const;
    for (const [code, place] of cases) {
      const reading = read(code);
      const found = known.match(reading);
      assert.equal(found?.kind, 'changed');
      const start = code.indexOf('navigator.sendBeacon');
      const [sent = -1] = reading.tree.nodes
        .keys()
        .filter((at) => reading.tree.node(at)?.start === start);
      assert.equal(found.foreignAt(sent), place);
      const foreign = [...reading.tree.nodes.keys()].filter((at) => found.foreignAt(at));
      assert.ok(foreign.length < reading.tree.nodes.length / 5, `${foreign.length} nodes`);
    }
  });

  it('take added code under another version number for another version', () => {
    const code = `${library.replaceAll(version, '9.8.7')}; fetch('/a', { body: a.b.c.d });`;
    assert.equal(match(code)?.kind, 'similar');
  });

  it('do not recognise another library, or one in a large bundle', () => {
    assert.equal(match(other), undefined);
    assert.equal(match(`${library}\n${other}\n${other}`), undefined);
    assert.equal(match('a();'), undefined);
  });

  it('are the same after writing and reading them', () => {
    const [copy, ...more] = parseReleases(`${releaseLine(release)}\nsomething else\n`);
    assert.deepEqual([copy, more], [release, []]);
  });
});
