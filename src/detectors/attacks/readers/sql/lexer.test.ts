import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SqlLexer } from './lexer.ts';

function tokensOf(text: string): string[] {
  const lexer = new SqlLexer(text, 0);
  const tokens: string[] = [];
  for (lexer.next(); lexer.kind !== 'end'; lexer.next()) {
    tokens.push(`${lexer.kind} ${text.slice(lexer.start, lexer.end)}`);
    if (lexer.kind === 'cut') break;
  }
  return tokens;
}

const texts: Readonly<Record<string, readonly string[]>> = {
  '1e1union': ['number 1e1', 'word union'],
  '2union': ['number 2', 'word union'],
  '2nd .5a 0x1F 0b01 1.': ['name 2nd', 'number .5a', 'number 0x1F', 'number 0b01', 'number 1.'],
  "'a''b\\'c' 'd": ["string 'a''b\\'c'", "string 'd"],
  "N'a' _utf8'b' $c$'$c$ $d$": ["string N'a'", "string _utf8'b'", "string $c$'$c$", 'name $d$'],
  'a.b master..c `d e` [f g]': ['name a.b', 'name master..c', 'name `d e`', 'name [f g]'],
  '@a @@b \\N': ['variable @a', 'variable @@b', 'number \\N'],
  'a<=>b:=c||d::e': [
    'name a',
    'operator <=>',
    'name b',
    'operator :=',
    'name c',
    'operator ||',
    'name d',
    'operator ::',
    'name e',
  ],
  'a/**/or -- b\n c#d': ['name a', 'word or', 'name c', 'cut #d'],
  '/*!50000or*/ 1 /* a': ['word or', 'number 1', 'cut /* a'],
  '(,);?': ['open (', 'comma ,', 'close )', 'semicolon ;', 'other ?'],
};

describe('the SQL lexer', () => {
  for (const [text, tokens] of Object.entries(texts)) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(tokensOf(text), tokens));
  }

  it('reads every text to its end, in order', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '`',
      '$',
      'a',
      '1',
      '.',
      'e',
      '-',
      '#',
      '/*',
      '*/',
      '!',
      '\\',
      '@',
      '[',
      ']',
      '\n',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const lexer = new SqlLexer(pieces.join(''), 0);
        for (let last = 0, count = 0; ; count += 1) {
          lexer.next();
          assert.ok(lexer.start >= last && lexer.end >= lexer.start && count <= 120);
          if (lexer.kind === 'end' || lexer.kind === 'cut') break;
          assert.ok(lexer.end > lexer.start);
          last = lexer.end;
        }
      }),
    );
  });
});
