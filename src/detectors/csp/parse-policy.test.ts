import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { CspError } from './csp-error.ts';
import { printPolicy } from './csp-policy.ts';
import { anyPolicy } from './fixtures/any-policy.ts';
import { parsePolicy } from './parse-policy.ts';
import { parseSource } from './source-expression.ts';

describe('policy parser', () => {
  const rows: readonly [text: string, printed: string][] = [
    ["script-src 'self'", "script-src 'self'"],
    ["  SCRIPT-SRC\t'SELF'  https://A.test ;; ", "script-src 'self' https://A.test"],
    ["script-src 'none'", "script-src 'none'"],
    ["default-src 'NONE'; img-src", "default-src 'none'; img-src"],
    [
      'upgrade-insecure-requests;connect-src wss://*.a.test:*/x/',
      'upgrade-insecure-requests; connect-src wss://*.a.test:*/x/',
    ],
    ["style-src 'SHA256-abc='", "style-src 'sha256-abc='"],
    ['', ''],
    [' ; ;', ''],
  ];
  for (const [text, printed] of rows) {
    it(`reads ${JSON.stringify(text)}`, () =>
      assert.equal(printPolicy(parsePolicy(text)), printed));
  }

  const refused: readonly [text: string, at: number, reason: RegExp][] = [
    ['script_src a.test', 0, /"script_src" is not the name of a directive/],
    ['img-src a.test; script-src self!', 27, /"self!" is not a source/],
    ["script-src 'none' a.test", 11, /must be the only source/],
    ['script-src a.test; script-src b.test', 19, /"script-src" occurs twice/],
    ['script-src a.test,b.test', 11, /comma/],
    ["script-src 'selv'", 11, /is not a source/],
    ['script-src bücher.test', 11, /is not a source/],
    ['script-src https://', 11, /is not a source/],
    ['script-src a.*.test', 11, /is not a source/],
    ['script-src *a.test', 11, /is not a source/],
  ];
  for (const [text, at, reason] of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => parsePolicy(text),
        (error) => error instanceof CspError && error.at === at && reason.test(error.message),
      );
    });
  }

  it('parses printed policies to the same policy', () => {
    fc.assert(
      fc.property(anyPolicy, (policy) => {
        const text = printPolicy(policy);
        const read = parsePolicy(text);
        assert.equal(printPolicy(read), text);
        assert.deepEqual(
          read.directives.map(({ at: _at, ...rest }) => rest),
          policy.directives.map(({ at: _at, ...rest }) => rest),
        );
      }),
    );
  });

  it('throws only CspError, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        try {
          parsePolicy(`script-src ${text}`);
        } catch (error) {
          assert.ok(error instanceof CspError);
          assert.ok(error.at >= 0 && error.at <= text.length + 11);
        }
      }),
    );
  });
});

describe('source expressions', () => {
  const rows: readonly [word: string, kind: string | undefined][] = [
    ['https:', 'scheme'],
    ['custom+scheme-1.0:', 'scheme'],
    ['a.test:', 'scheme'],
    ['1https:', undefined],
    ['*', 'host'],
    ['*:*', 'host'],
    ['*.test', 'host'],
    ['*.*.test', undefined],
    ['a.test.', 'host'],
    ['.a.test', undefined],
    ['a..test', undefined],
    ['a_b.test', undefined],
    ['a.test:443', 'host'],
    ['a.test:https', undefined],
    ['https://a.test:*/', 'host'],
    ['https://*', 'host'],
    ['a.test/x/y.js', 'host'],
    ['a.test//x', undefined],
    ['a.test/x//', 'host'],
    ['a.test/%2', undefined],
    ['a.test/%2f', 'host'],
    ['a.test/x?y', undefined],
    ['a.test/x#y', undefined],
    ['//a.test', undefined],
    ['/x', undefined],
    ['[::1]', undefined],
    ["'self'", 'keyword'],
    ["'Wasm-Unsafe-Eval'", 'keyword'],
    ["'none'", undefined],
    ['self', 'host'],
    ["'nonce-YWJj'", 'nonce'],
    ["'nonce-'", undefined],
    ["'sha256-YWJj=='", 'hash'],
    ["'sha256-YWJj==='", undefined],
    ["'sha1-YWJj'", undefined],
    ["'sha512-a_b-c'", 'hash'],
    ['', undefined],
  ];
  for (const [word, kind] of rows) {
    it(`${word || 'nothing'} is ${kind ?? 'none'}`, () =>
      assert.equal(parseSource(word)?.kind, kind));
  }
});
