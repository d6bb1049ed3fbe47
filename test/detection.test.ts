/** How well sensitive data is told from other data; `npm run detection-report` has the whole table. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measure } from '../scripts/detection/measure.ts';

describe('detection of sensitive data', () => {
  const { all, on, scores, clean, alarmedClean } = measure(1_100);

  it('finds nearly everything', () => {
    assert.ok(all.recall >= 0.99, `recall ${all.recall}`);
    assert.ok(on.recall >= 0.99, `recall of rules that are on ${on.recall}`);
    assert.ok(scores.every(({ planted }) => planted >= 10));
  });

  it('raises few false alarms, and hardly any with the rules that are on', () => {
    assert.ok(all.precision >= 0.97, `precision ${all.precision}`);
    assert.ok(on.precision >= 0.999, `precision of rules that are on ${on.precision}`);
    assert.ok(alarmedClean / clean <= 0.01, `${alarmedClean} of ${clean} clean documents`);
  });
});
