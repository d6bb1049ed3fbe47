import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strengths } from '../../catalogs/attacks/strength.ts';
import { inspectRequest } from './inspect-request.ts';

function strongest(text: string, name: string): string {
  const value = { place: 'form', name, text, encoding: 'none' } as const;
  const request = { method: 'POST', version: 'HTTP/1.1', values: [value], gaps: [] };
  const found = inspectRequest(request)
    .findings.filter(({ sign }) => !sign.startsWith('protocol-'))
    .map(({ strength }) => strengths.indexOf(strength));
  return strengths[Math.max(-1, ...found)] ?? 'none';
}

const words = 'Dear team, my parcel has not arrived yet, could you please look where it is?';
const statements = 'const a = 1;\nlet b = 2;\nreturn a + b;';
const attack = '<svg onload=alert(3)>';
const fenced = `${words}\n\`\`\`html\n<p>\n${attack}\n\`\`\`\n${words}`;

const rows: readonly (readonly [expected: string, what: string, text: string, name: string])[] = [
  ['clear', 'an attack', attack, 'item'],
  ['clear', 'an attack with words around it', `${words} ${attack} ${words}`, 'item'],
  ['clear', 'an attack with a fence behind it', `${attack}\n\`\`\`\na;\n\`\`\`\n${words}`, 'item'],
  [
    'clear',
    'an attack with a fence in its line',
    `\`\`\`${attack}\`\`\` ${words} ${words}`,
    'item',
  ],
  ['clear', 'an attack before statements', `${attack};\n${statements}`, 'item'],
  [
    'clear',
    'a statement before a fence',
    `3; drop table jugs -- \n\`\`\`\nx\n\`\`\`\n${words}`,
    'item',
  ],
  ['likely', 'an attack in a fenced block', fenced, 'item'],
  ['weak', 'the same in a field for texts', fenced, 'post[body]'],
  ['weak', 'a part of a program in an editor', `${statements}\nrun("; cat /etc/passwd");`, 'code'],
  ['weak', 'the password of a generator', "|('/ZcZY<='!<|", 'password'],
  ['clear', 'an attack on a password', "x' or 'a'='a", 'password'],
];

describe('the strength of findings', () => {
  for (const [expected, what, text, name] of rows) {
    it(`is ${expected} for ${what}`, () => assert.equal(strongest(text, name), expected));
  }
});
