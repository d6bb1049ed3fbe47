import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fittedPoints } from './features/fitted-points.ts';
import { type FamilyPoints, MALICIOUS_BELOW, scoreOf, scoresOf } from './score.ts';

describe('scores', () => {
  const none = { obfuscation: 0, dataflow: 0, malware: 0, cryptomining: 0, magecart: 0 };

  const most = {
    obfuscation: fittedPoints.get('obfuscation') ?? 0,
    dataflow: fittedPoints.get('dataflow') ?? 0,
  };

  it('fall with the points', () => {
    assert.deepEqual([0, 55, 97, 100, 200, 1000].map(scoreOf), [99, 26, 10, 9, 2, 1]);
  });

  const integrity: readonly (readonly [points: Partial<FamilyPoints>, same: number])[] = [
    [{ malware: 100 }, 100],
    [{ magecart: 60, malware: 40, cryptomining: 20 }, 120],
    [{ obfuscation: 50 }, most.obfuscation / 2],
    [{ obfuscation: 1000 }, most.obfuscation],
    [{ dataflow: 50 }, most.dataflow / 2],
    [{ dataflow: 1000 }, most.dataflow],
    [{ malware: 30, obfuscation: 100, dataflow: 100 }, 30 + most.obfuscation + most.dataflow],
  ];
  for (const [points, same] of integrity) {
    it(`count ${JSON.stringify(points)} as ${same} points of malice`, () => {
      assert.equal(scoresOf({ ...none, ...points }, true).integrity, scoreOf(same));
    });
  }

  it('of obfuscation and data flow alone are not malicious', () => {
    const points = { ...none, obfuscation: 1000, dataflow: 1000 };
    assert.ok(scoresOf(points, true).integrity >= MALICIOUS_BELOW);
  });

  it('are not below 10 without sufficient evidence', () => {
    assert.equal(scoresOf({ ...none, malware: 300 }, false).integrity, MALICIOUS_BELOW);
    assert.equal(scoresOf({ ...none, malware: 30 }, false).integrity, scoreOf(30));
  });

  it('of a family depend on its points alone', () => {
    assert.deepEqual(scoresOf({ ...none, magecart: 100, dataflow: 55 }, true), {
      integrity: scoreOf(100 + 0.55 * most.dataflow),
      obfuscation: 99,
      dataflow: 26,
      malware: 99,
      cryptomining: 99,
      magecart: 9,
    });
  });
});
