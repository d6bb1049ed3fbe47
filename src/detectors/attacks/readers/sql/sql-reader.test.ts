import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { attackedRequest } from '../../fixtures/attacked-request.ts';
import { inspectRequest } from '../../inspect-request.ts';
import { StepBudget } from '../../step-budget.ts';
import { sqlReader } from './sql-reader.ts';

function strengthOf(text: string): string {
  const strengths = inspectRequest(attackedRequest(text)).findings.map(({ strength }) => strength);
  return (
    ['clear', 'likely', 'weak'].find((each) => strengths.some((one) => one === each)) ?? 'none'
  );
}

const attacks = [
  // Each quoting context, closed again or cut off.
  '12 or 3=3',
  "jug' or 'k'='k",
  'jug" and "k"="k',
  "jug') or ('k'='k",
  "jug%' or 'k' like '%",
  "jug\\' or 3=3 -- ",
  "jug'' or 3=3 -- ",
  "root'-- ",
  "it's mine' or 3=3#",
  'or 3=3',
  "lower(name,'jug'') = 1 or 3=(select 3) -- ')",
  // Numbers, names and words in the forms of dialects.
  '1e0union select 2',
  '.5union(select 2)',
  '0x1f/**/union/**/select`a`',
  '12||3=3',
  '12 && not 3=4',
  '12 or 3 between 2 and 4',
  '12 xor 3<>4',
  '12 or 3 in (3)',
  '12 or null is null',
  "12'+and+'k'='k",
  '12 /*!50001or*/ 3=3',
  "N'jug' union select $x$jug$x$",
  '12 union%0aselect 1,2'.replace('%0a', '\n'),
  "jug' or {d 3}=3 -- ",
  // What it does.
  '12; drop table jugs',
  "jug'; exec master..xp_cmdshell 'dir' -- ",
  "jug'; if (3=3) waitfor delay '0:0:3' -- ",
  "12; declare @a varchar(9); set @a = 'b'",
  '12 and (select count(*) from jugs)>3',
  "jug'||(select name from jugs limit 1)||'",
  '12 and if(3=3,sleep(3),0)',
  "jug' and ascii(substring(name,1,1))>64 -- ",
  "jug' into outfile '/srv/jug' -- ",
  '12 order by 3 -- ',
  "copy jugs from program 'jug'",
  'select name from jugs where size > 3',
  // The rest cut off behind a semicolon, rows as a query, and operators of JSON.
  "root';-- ",
  "root'));#",
  '12 union values row(1,2)',
  '12 union distinctrow select 1,2',
  "jug' or '[3]'::jsonb @> '3' -- ",
  'drop database jugs;',
];

const harmless = [
  "O'Neil and Sons",
  "rock 'n' roll or jazz",
  "the dogs' and cats' food",
  'select the best jug from the list',
  'Update your cart, then order by phone',
  'the trade union select members from branches',
  '2 or 3 jugs, 4 and up',
  '12" x 8" or 10" -- framed',
  "it's = it is; don't -- just don't",
  'size > 10 and colour = red',
  "status = 'open' and owner in (ann, bob) order by created",
  'price gt 5 and name eq jug',
  "const a = 'b' + c + 'd' || e;",
  "path '/srv/jugs/' and '+name+'",
  'C# or F#, track #1',
  '=IF(A1=1,"yes","no")',
  'please drop table 4 from the plan',
  'case in point: when it rains, then pours',
  '0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d',
  '@@0a1b2c3d4e5f',
];

describe('the SQL reader', () => {
  for (const text of attacks) {
    it(`finds ${text}`, () => assert.equal(strengthOf(text), 'clear'));
  }

  for (const text of harmless) {
    it(`leaves ${text}`, () => assert.equal(strengthOf(text), 'none'));
  }

  it('finds attacks in any case, and behind any plain text', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(
        word,
        fc.constantFrom("' or 'k'='k", "' union select 1,2#", "';drop table a#"),
        fc.boolean(),
        (prefix, attack, upper) => {
          const text = prefix + attack;
          assert.equal(strengthOf(upper ? text.toUpperCase() : text), 'clear');
        },
      ),
    );
  });

  it('finds attacks whatever stands for white space', () => {
    const blank = fc.constantFrom(' ', '\t', '\n', '\f', '/**/', ' /* a */ ', '#a\n', '-- \n');
    fc.assert(
      fc.property(blank, blank, (one, two) => {
        assert.equal(strengthOf(`12${one}union${two}select${one}1,2`), 'clear');
        assert.equal(strengthOf(`jug'${two}or${one}3${two}=${one}3 -- `), 'clear');
      }),
    );
  });

  it('leaves harmless texts with other punctuation and case, and two in a row', () => {
    const text = fc.constantFrom(...harmless.filter((each) => /^[A-Za-z ',]+$/.test(each)));
    fc.assert(
      fc.property(text, text, fc.constantFrom('. ', ', ', ' ', '! '), (one, two, between) => {
        assert.notEqual(strengthOf(one + between + two), 'clear');
        assert.equal(strengthOf(one.toUpperCase()), 'none');
      }),
    );
  });

  it('reads hostile texts within a few passes', () => {
    const length = 20_000;
    const parts = [
      "'",
      '"',
      '`',
      '(',
      '((a)',
      '/*',
      '/*!',
      '$a$',
      '[a',
      'not ',
      'not binary ',
      'case when ',
      'select ',
      '(select ',
      'union (',
      '1 or ',
      "' or '",
      ';drop ',
      'a+a ',
      '{a ',
      'f(',
      "\\'",
    ];
    for (const part of parts) {
      const text = part.repeat(length / part.length);
      const budget = new StepBudget(Number.MAX_SAFE_INTEGER);
      const value = { place: 'query', name: 'name', text, encoding: 'none' } as const;
      sqlReader.read(text, { value, role: 'plain', views: [], budget, report() {} });
      assert.ok(budget.used <= 10 * length, `${budget.used} steps for ${part}`);
    }
  });
});
