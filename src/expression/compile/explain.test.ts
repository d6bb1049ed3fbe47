import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseExpression } from '../parse/parser.ts';
import { createScheme } from '../scheme.ts';
import { type ExplainedClause, explainExpression } from './explain.ts';

const scheme = createScheme({
  fields: [
    { name: 'host', type: 'String', side: 'both', description: '' },
    { name: 'port', type: 'Int', side: 'both', description: '' },
    { name: 'names', type: 'Array<String>', side: 'both', description: '' },
  ],
});
const values: Readonly<Record<string, string | number | readonly string[]>> = {
  host: 'a.test',
  names: ['x', 'y'],
};
const explain = (text: string) =>
  explainExpression(parseExpression(text, scheme), {
    field: (name) => () => values[name],
    list: () => undefined,
  })(undefined);
const shown = ({ kind, text, result, clauses }: ExplainedClause): unknown =>
  clauses.length > 0 ? [kind, result, ...clauses.map(shown)] : [text, result];

it('evaluates every clause, also behind one that decides', () => {
  assert.deepEqual(shown(explain('host eq "a.test" or (port eq 1 and not host eq "b")')), [
    'or',
    true,
    ['host eq "a.test"', true],
    ['and', false, ['port eq 1', false], ['not', true, ['host eq "b"', false]]],
  ]);
});

for (const [text, read] of [
  ['host eq "b"', { host: 'a.test' }],
  ['port eq 1', { port: undefined }],
  ['starts_with(lower(host), "a")', { host: 'a.test' }],
  ['any(names[*] eq "y")', { names: ['x', 'y'] }],
  ['names[1] eq "y"', { 'names[1]': 'y' }],
] as const) {
  it(`shows what ${text} reads`, () => {
    assert.deepEqual(Object.fromEntries(explain(text).values), read);
  });
}
