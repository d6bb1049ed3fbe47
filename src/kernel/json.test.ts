import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { parseJson } from './json.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** The result of `JSON.parse`, or undefined if it throws. */
function reference(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

describe('parseJson', () => {
  it('accepts 64 levels and refuses 65, whatever follows them', () => {
    assert.equal(parseJson(nested(64)).ok, true);
    const refused = { ok: false, problem: 'nested deeper than 64 levels' };
    assert.deepEqual(parseJson(nested(65)), refused);
    assert.deepEqual(parseJson('{"a":'.repeat(65)), refused);
    assert.deepEqual(parseJson('['.repeat(5_000_000)), refused);
  });

  it('does not count brackets inside strings', () => {
    const text = JSON.stringify({ a: `${'['.repeat(100)}\\"${'{'.repeat(100)}` });
    assert.deepEqual(parseJson(text), { ok: true, value: JSON.parse(text) });
  });

  it('counts levels that are open at the same time, not brackets', () => {
    assert.equal(parseJson(`[${'[],'.repeat(1000)}[]]`).ok, true);
  });

  const faults = [
    ['', 'it ends too early'],
    ['  \n', 'it ends too early'],
    ['{"a":', 'it ends too early'],
    ['[1,', 'it ends too early'],
    ['{', 'line 1, column 2'],
    ['tru', 'line 1, column 1'],
    ['nope', 'line 1, column 1'],
    ["'single'", 'line 1, column 1'],
    ['\uFEFF{}', 'line 1, column 1'],
    ['{"a":}', 'line 1, column 6'],
    ['{"a":,"b":1}', 'line 1, column 6'],
    ['[1,]', 'line 1, column 4'],
    ['[,1]', 'line 1, column 2'],
    ['[[],{"a":[]},]', 'line 1, column 14'],
    ['[1.5e-3,-2,true,null,+1]', 'line 1, column 22'],
    ['["a\\"]", .5]', 'line 1, column 10'],
    ['{"a":1}x', 'line 1, column 8'],
    ['{\n  "a": 1,\n  "b": oops\n}', 'line 3, column 8'],
    ['{\n  "a": 1,\n}', 'line 3, column 1'],
    ['"never closed', 'line 1, column 14'],
  ] as const;
  for (const [text, problem] of faults) {
    it(`reports "${problem}" for ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseJson(text), { ok: false, problem });
    });
  }

  it('never quotes the text in a problem, because it may contain secrets', () => {
    for (const text of ['{"key": hunter2}', 'hunter2', '{"hunter2"}', '["hunter2" "hunter2"]']) {
      const parsed = parseJson(text);
      assert.ok(!parsed.ok && !parsed.problem.includes('hunter2'), text);
    }
  });

  it('agrees with JSON.parse on any value of at most 64 levels', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 12 }), (text) => {
        assert.deepEqual(parseJson(text), { ok: true, ...reference(text) });
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, and agrees with JSON.parse on whether any text is JSON', () => {
    const token = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '\\', '1', '-', 'true', 'nul', ' ', '\n', 'x'],
    );
    const soup = fc.array(token, { maxLength: 30, size: 'max' }).map((tokens) => tokens.join(''));
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: anyCharacter })), (text) => {
        const parsed = parseJson(text);
        const expected = reference(text);
        assert.equal(parsed.ok, expected !== undefined);
        if (parsed.ok) {
          accepted += 1;
          assert.deepEqual(parsed.value, expected?.value);
        } else {
          assert.match(parsed.problem, /^(it ends too early|line \d+, column \d+)$/);
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(accepted > 0, 'no generated text was JSON');
  });

  it('reports that a text ends too early only if further text could complete it', () => {
    const token = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', 'true', 'x');
    const soup = fc.array(token, { maxLength: 12, size: 'max' }).map((tokens) => tokens.join(' '));
    fc.assert(
      fc.property(soup, (text) => {
        const parsed = parseJson(text);
        if (parsed.ok || parsed.problem !== 'it ends too early') return;
        // If a text is only truncated, V8 reports its error at the very end.
        const longer = parseJson(`${text} @`);
        const column = text.length + 2;
        assert.deepEqual(longer, { ok: false, problem: `line 1, column ${column}` });
      }),
      { numRuns: 2000 },
    );
  });
});
