import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { type FeedFormat, feedFormatNames } from './feed-formats.ts';
import { FeedReader } from './feed-reader.ts';
import { domainOf, type Threat, urlOf } from './threat.ts';

function read(format: FeedFormat, text: string, size = text.length) {
  const reader = new FeedReader(format, ['Malware']);
  const found: Threat[] = [];
  for (let at = 0; at < text.length; at += size) {
    found.push(...reader.push(text.slice(at, at + size)));
  }
  found.push(...reader.end());
  const { lines, skipped, badLines } = reader;
  assert.equal(reader.threats, found.length);
  const values = found.map(({ value }) => value);
  return { values, threats: found, lines, skipped, unreadable: skipped.unreadable, badLines };
}

describe('reader of threat feeds', () => {
  it('counts skipped lines, and lists the first unreadable ones', () => {
    const { values, lines, skipped, badLines } = read(
      'domains',
      `a.example\r\nno no\n\n# c\nb.example\n${'?\n'.repeat(6)}${'x'.repeat(20_000)}\nc.example`,
    );
    assert.deepEqual(values, ['a.example', 'b.example', 'c.example']);
    assert.deepEqual([lines, badLines], [13, [2, 6, 7, 8, 9]]);
    assert.deepEqual(skipped, { empty: 2, local: 0, unreadable: 8 });
    const hosts = read('hosts', '127.0.0.1 localhost\n0.0.0.0 bad..example\n0.0.0.0 a.example\n');
    assert.deepEqual(hosts.skipped, { empty: 0, local: 1, unreadable: 1 });
  });

  const shapes: readonly [
    what: string,
    text: string,
    values: string[],
    bad: number[],
    unreadable?: number,
  ][] = [
    [
      'a list',
      '[{"domain":"a.example"},\n{"x":1},{"domain":"b.example"}]',
      ['a.example', 'b.example'],
      [2],
    ],
    ['a list over many lines', '[\n  {\n  "domain":\n"a.example"\n}\n]', ['a.example'], []],
    [
      'objects on lines',
      '{"domain":"a.example"}\n{"url":1}\n{"host":"b.example"}',
      ['a.example', 'b.example'],
      [2],
    ],
    [
      'a table of lists',
      '{"7":[{"url":"http://a.example/x","tags":["c2"]}],"8":[{"url":"http://b.example/"}]}',
      ['http://a.example/x', 'http://b.example/'],
      [],
    ],
    ['texts', '["a.example",\n"no no","b.example"]', ['a.example', 'b.example'], [2]],
    ['lists in lists', '["a.example",\n["b.example",["no no"]]]', ['a.example', 'b.example'], [2]],
    ['an end within lists', '[["a.example"', ['a.example'], []],
    ['texts in an object', '{"data":{"domains":["a.example","b.example"]}}', [], [1], 2],
    [
      'texts in an object of a list',
      '{"data":[{"domains":["a.example","b.example"]},{"host":"c.example","tags":["x"]}]}',
      ['c.example'],
      [1],
      2,
    ],
    ['objects in objects', '[{"domain":"a.example","more":{"by":"x"}}]', ['a.example'], []],
    ['brackets and quotes in texts', '[{"note":"}]\\"{","domain":"a.example"}]', ['a.example'], []],
    ['an end too early', '[{"domain":"a.example"},\n{"domain":"b.ex', ['a.example'], [2]],
    ['no JSON', '<html>', [], []],
  ];
  for (const [what, text, values, bad, unreadable = bad.length] of shapes) {
    it(`accepts JSON of the shape: ${what}, in any chunks`, () => {
      for (const size of [1, 7, text.length]) {
        const reading = read('json', text, size);
        assert.deepEqual([reading.values, reading.badLines], [values, bad]);
        assert.equal(reading.unreadable, unreadable);
      }
    });
  }

  it('buffers little of a JSON text that is one large value', () => {
    const entry = (n: number) => `{"domain":"d${n}.example"}`;
    const text = `{"data":[${Array.from({ length: 5_000 }, (_, n) => entry(n)).join(',')}]}`;
    assert.equal(read('json', text, 1_000).values.length, 5_000);
    const deep = `${'['.repeat(100_000)}{"domain":"a.example"}${']'.repeat(100_000)}["b.example"]`;
    const { values, unreadable } = read('json', deep, 1_000);
    assert.deepEqual([values, unreadable], [['b.example'], 1]);
  });

  it('never throws, for any text', () => {
    const tokens = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '\n', '#', '"url":"');
    const piece = fc.oneof(
      tokens,
      fc.constant('http://a.example/'),
      fc.string({ unit: anyCharacter }),
    );
    const texts = fc.array(piece, { maxLength: 30, size: 'max' }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(
        fc.constantFrom(...feedFormatNames),
        texts,
        fc.integer({ min: 1, max: 20 }),
        (format, text, size) => {
          const { threats, ...counts } = read(format, text, size);
          for (const { kind, value } of threats) {
            assert.equal(kind === 'domain' ? domainOf(value) : urlOf(value), value);
          }
          const { threats: _, ...whole } = read(format, text);
          assert.deepEqual(counts, whole);
        },
      ),
    );
  });
});
