import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { decryptMatchedData, type MatchedData } from '../../contracts/events/matched-data.ts';
import { parseIp, toByteString, type Value } from '../../expression/expression.ts';
import { generateKeys, publicKeyFrom } from '../../kernel/hpke.ts';
import { type FoundValue, MatchedEvidence } from '../rules/matched-evidence.ts';
import type { RuleMatch } from '../rules/rule-match.ts';
import { MatchedDataSealer } from './matched-data-sealer.ts';

describe('data of matches', () => {
  const { publicKey, privateKey } = generateKeys();

  function matchOf(values: readonly FoundValue[], recipient = publicKey): RuleMatch {
    const evidence = new MatchedEvidence(recipient, values);
    const texts = { ref: 'ref', description: '', action: 'log', source: 'firewallmanaged' };
    return { ruleId: 'rule', rulesetId: 'ruleset', ...texts, metadata: {}, evidence };
  }

  function sealerOf(options: { perSecond?: number; now?: () => number } = {}) {
    const lost: string[] = [];
    const telemetry = { matchedDataLost: (result: string) => void lost.push(result) };
    return { lost, sealer: new MatchedDataSealer({ telemetry, ...options }) };
  }

  const read = (text: string | undefined): MatchedData =>
    JSON.parse(decryptMatchedData(text ?? '', privateKey));

  it('contains the matched values and their fields', () => {
    const { sealer, lost } = sealerOf();
    const values: FoundValue[] = [
      { field: 'a', role: 'password', value: toByteString('pâté') },
      { field: 'b', value: ['x', 1, true] },
      { field: 'c', value: new Map<string, Value>([['k', ['v']]]) },
      { field: 'd', value: '\xff\xfe' },
      { field: 'e', value: parseIp('192.0.2.1') as Value },
    ];
    assert.deepEqual(read(sealer.seal(matchOf(values))), {
      rule_id: 'rule',
      ref: 'ref',
      matches: [
        { field: 'a', role: 'password', value: 'pâté' },
        { field: 'b', value: ['x', 1, true] },
        { field: 'c', value: { k: ['v'] } },
        { field: 'd', value: 'ÿþ' },
        { field: 'e', value: '192.0.2.1' },
      ],
    });
    assert.deepEqual(lost, []);
  });

  it('is missing for rules without a key', () => {
    const { evidence: _, ...match } = matchOf([]);
    assert.equal(sealerOf().sealer.seal(match), undefined);
  });

  for (const [what, value] of [
    ['a long text', 'x'.repeat(5_000)],
    ['a text that is long as JSON', '\0'.repeat(1_000)],
    ['a long list', Array.from({ length: 5_000 }, () => 'x')],
    ['a deep map', new Map([['k', ['x'.repeat(3_000), 'x'.repeat(3_000)]]])],
  ] as const) {
    it(`is left out when it is large: ${what}`, () => {
      const { sealer, lost } = sealerOf();
      assert.equal(sealer.seal(matchOf([{ field: 'a', value }])), 'truncated');
      assert.deepEqual(lost, ['truncated']);
    });
  }

  it('is left out beyond a number per second', () => {
    let now = 5_500;
    const { sealer, lost } = sealerOf({ perSecond: 2, now: () => now });
    const seal = () => sealer.seal(matchOf([{ field: 'a', value: 'v' }]));
    const first = [seal(), seal(), seal(), seal()];
    assert.deepEqual(first.slice(2), ['omitted', 'omitted']);
    assert.deepEqual(lost, ['omitted', 'omitted']);
    now = 6_000;
    assert.equal(read(seal()).matches[0]?.value, 'v');
  });

  it('is left out when the key is not valid', () => {
    const { sealer, lost } = sealerOf();
    const match = matchOf([{ field: 'a', value: 'v' }], publicKeyFrom(Buffer.alloc(32)));
    assert.equal(sealer.seal(match), 'omitted');
    assert.deepEqual(lost, ['failed']);
  });

  it('cannot be read from a match, and can be taken only once', () => {
    const match = matchOf([{ field: 'a', value: 'hunter2' }]);
    const printed = [inspect(match, { depth: 9, showHidden: true }), JSON.stringify(match)].join();
    assert.doesNotMatch(printed, /hunter2/);
    const { sealer } = sealerOf();
    assert.equal(read(sealer.seal(match)).matches.length, 1);
    assert.equal(read(sealer.seal(match)).matches.length, 0);
  });
});
