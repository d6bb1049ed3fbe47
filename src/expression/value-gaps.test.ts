import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compileExpression, parseExpression, printExpression, valueGaps } from './expression.ts';
import { randomExpression, randomRequest } from './fixtures/random-expression.ts';
import { sampleAccessors, sampleScheme } from './fixtures/sample-request.ts';

const lacks = (name: string, subject?: string) =>
  name.startsWith('cf.bot_management.') || name === 'cf.client.bot' || subject === 'c';

/** Expression, its names without a value, and its result if that is the same for every request. */
const table: readonly [text: string, names: readonly string[], constant: boolean | undefined][] = [
  ['ssl', [], undefined],
  ['true', [], undefined],
  ['cf.client.bot', ['cf.client.bot'], false],
  ['not cf.client.bot', ['cf.client.bot'], true],
  ['ssl and cf.client.bot', ['cf.client.bot'], false],
  ['ssl or not cf.client.bot', ['cf.client.bot'], true],
  ['ssl and not cf.client.bot', ['cf.client.bot'], undefined],
  ['ssl xor cf.client.bot', ['cf.client.bot'], undefined],
  ['true xor cf.client.bot', ['cf.client.bot'], true],
  ['cf.bot_management.score ne 1', ['cf.bot_management.score'], false],
  ['len(cf.bot_management.ja4) ge 0', ['cf.bot_management.ja4'], false],
  ['concat(cf.bot_management.ja4, "x") eq "x"', ['cf.bot_management.ja4'], undefined],
  ['any(cf.bot_management.detection_ids[*] eq 1)', ['cf.bot_management.detection_ids'], false],
  ['all(cf.bot_management.detection_ids[*] eq 1)', ['cf.bot_management.detection_ids'], true],
  [
    'any((cf.bot_management.detection_ids[*] eq 1) or (http.request.headers.names[*] eq "x"))',
    ['cf.bot_management.detection_ids'],
    false,
  ],
  ['bit_slice("tcp", 96, 4) eq 5', ['bit_slice'], false],
  ['not is_jwt_valid("c")', ['is_jwt_valid("c")'], true],
  ['is_jwt_present("c") and ssl', ['is_jwt_present("c")'], false],
  ['is_jwt_present("d") and ssl', [], undefined],
];

describe('value gaps of an expression', () => {
  for (const [text, names, constant] of table) {
    it(text, () => {
      assert.deepEqual(valueGaps(parseExpression(text, sampleScheme), lacks), { names, constant });
    });
  }

  it('never report a varying condition as constant', () => {
    let constants = 0;
    fc.assert(
      fc.property(
        randomExpression,
        randomRequest,
        fc.infiniteStream(fc.boolean()),
        (tree, request, choices) => {
          const lacking = new Map<string, boolean>();
          const lacksSome = (name: string) => {
            if (!lacking.has(name)) lacking.set(name, choices.next().value === true);
            return lacking.get(name) === true;
          };
          const { constant } = valueGaps(tree, lacksSome);
          if (constant === undefined) return;
          constants += 1;
          const matches = compileExpression<typeof request>(tree, {
            ...sampleAccessors,
            field: (name) => (lacksSome(name) ? () => undefined : sampleAccessors.field(name)),
          });
          assert.equal(matches(request), constant, printExpression(tree));
        },
      ),
      { numRuns: 2000 },
    );
    assert.ok(constants > 200, String(constants));
  });
});
