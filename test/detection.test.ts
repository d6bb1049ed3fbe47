/** Recall and precision of the rules for sensitive data; `npm run detection-report` prints the whole table. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measure } from '../scripts/detection/measure.ts';
import { sensitiveDataRules } from '../src/catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';

describe('detection of sensitive data', () => {
  // Each rule gets about as many planted values as there are documents per rule.
  const documents = 10 * sensitiveDataRules.length;
  const { all, on, scores, clean, alarmedClean } = measure(documents);

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
