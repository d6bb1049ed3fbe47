import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MALICIOUS_BELOW } from '../score.ts';
import { classifyScript } from '../script-classifier.ts';
import { heldOutScores } from './held-out-scores.ts';
import { sampleFiles } from './sample-files.ts';

function integrity(code: string): number {
  const verdict = classifyScript(code);
  assert.ok(verdict.kind === 'scored', verdict.kind);
  return verdict.scores.integrity;
}

for (const set of ['probes', 'second-set'] as const) {
  describe(set, () => {
    for (const { name, code } of sampleFiles(set, 'malicious')) {
      it(`${name} is malicious`, () => assert.ok(integrity(code) < MALICIOUS_BELOW));
    }
    for (const { name, code } of sampleFiles(set, 'ordinary')) {
      it(`${name} is not malicious`, () => assert.ok(integrity(code) >= MALICIOUS_BELOW));
    }
  });
}

describe('held-out scripts', () => {
  for (const kind of ['malicious', 'ordinary'] as const) {
    // This does not check which scripts are found, only that the scores in the published report are current.
    it(`have the recorded scores: ${kind}`, () => {
      const now = sampleFiles('held-out', kind).map(({ name, code }) => [name, integrity(code)]);
      const recorded = Object.entries(heldOutScores[kind]).map(([name, score]) => [
        name,
        score.now ?? score.firstRun,
      ]);
      assert.deepEqual(now, recorded);
    });
  }
});
