import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compileExpression,
  createScheme,
  parseExpression,
  usage,
  usesResponse,
  withLists,
} from './expression.ts';
import { sampleScheme } from './fixtures/sample-request.ts';
import { parseType, typeText, typeWords } from './value-type.ts';

const field = (name: string, type = 'String') =>
  ({ name, type, side: 'both', description: '' }) as const;

describe('a scheme', () => {
  it('refuses a name declared twice', () => {
    assert.throws(() => createScheme({ fields: [field('a'), field('a')] }), /a is declared twice/);
  });

  it('refuses a field with the name of a function', () => {
    assert.throws(() => createScheme({ fields: [field('lower')] }), /lower is a field already/);
  });

  it('refuses an unknown type and an alias of an undeclared field', () => {
    assert.throws(() => createScheme({ fields: [field('a', 'Text')] }), /unknown type "Text"/);
    const alias = { ...field('a'), aliasOf: 'b' };
    assert.throws(
      () => createScheme({ fields: [alias] }),
      /a is an alias of b, which is not declared/,
    );
  });

  it('can be copied with other lists', () => {
    const scheme = withLists(sampleScheme, new Map([['new', 'ip']]));
    assert.ok(parseExpression('ip.src in $new', scheme));
    assert.throws(() => parseExpression('ip.src in $office', scheme), /unknown list "office"/);
  });

  it('spells types in two ways', () => {
    const type = parseType('Map<Array<String>>');
    assert.deepEqual(
      [typeText(type), typeWords(type)],
      ['Map<Array<String>>', 'Map of Array of String'],
    );
  });
});

describe('a tree that the parser did not make', () => {
  const left = { kind: 'field', name: 'http.host', indexes: [], type: { kind: 'String' } } as const;
  const accessors = { field: () => undefined, list: () => undefined };

  it('is refused when it is compiled', () => {
    const unknown = {
      kind: 'call',
      name: 'nope',
      args: [],
      indexes: [],
      type: { kind: 'Bool' },
    } as const;
    assert.throws(
      () => compileExpression({ kind: 'truth', value: unknown }, accessors),
      /unknown function nope/,
    );
    const test = { kind: 'matches', pattern: '(' } as const;
    assert.throws(
      () => compileExpression({ kind: 'compare', left, test }, accessors),
      /invalid regular expression/,
    );
  });

  it('treats a field without an accessor as missing', () => {
    const test = { kind: 'contains', right: '' } as const;
    assert.equal(compileExpression({ kind: 'compare', left, test }, accessors)(undefined), false);
  });
});

describe('usage', () => {
  it('contains fields by their canonical name, functions, lists and patterns', () => {
    const text =
      'any(lower(http.request.headers["a"][*])[*] matches "x") and not ip.geoip.country eq "PT" and (ip.src in $office or starts_with(http.host, http.referer))';
    const used = usage(parseExpression(text, sampleScheme));
    assert.deepEqual(
      {
        fields: [...used.fields].toSorted(),
        functions: [...used.functions].toSorted(),
        lists: [...used.lists],
        regexes: used.regexes,
      },
      {
        fields: ['http.host', 'http.referer', 'http.request.headers', 'ip.src', 'ip.src.country'],
        functions: ['any', 'lower', 'starts_with'],
        lists: ['office'],
        regexes: 1,
      },
    );
  });

  it('shows whether the response is needed', () => {
    const needs = (text: string) => usesResponse(parseExpression(text, sampleScheme), sampleScheme);
    assert.deepEqual([needs('ssl'), needs('ssl or http.response.code eq 200')], [false, true]);
  });
});
