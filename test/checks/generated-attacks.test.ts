import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatedAttacks } from '../../scripts/attack-report/generated/attacks.ts';
import { generatedBenign } from '../../scripts/attack-report/generated/benign.ts';
import { isFlagged, judgementOf } from '../../scripts/attack-report/generated/measure.ts';

/** `npm run attack-report -- --generated` judges the whole set. */
const EVERY_ATTACK = 28;
const OF_EACH_KIND = 3;
/** The whole set misses one in sixty, and flags none. */
const MAX_MISSED = 0.04;
const MAX_FLAGGED = 0.001;

test('a sample of the generated attacks is found', async () => {
  const missed: string[] = [];
  let count = 0;
  for (const { family, technique, encoding, place, bytes } of generatedAttacks(EVERY_ATTACK)) {
    count += 1;
    if (isFlagged(await judgementOf(bytes), 0)) continue;
    missed.push(`${family}/${technique}, ${encoding}, ${place}`);
  }
  assert.ok(count > 130);
  assert.ok(
    missed.length <= count * MAX_MISSED,
    `missed ${missed.length} of ${count}:\n${missed.join('\n')}`,
  );
});

test('hardly any of a sample of the generated harmless requests is flagged', async () => {
  const flagged: string[] = [];
  let count = 0;
  for (const { kind, bytes } of generatedBenign(OF_EACH_KIND)) {
    count += 1;
    if (isFlagged(await judgementOf(bytes), 0)) flagged.push(kind);
  }
  assert.ok(count > 130);
  assert.ok(flagged.length <= count * MAX_FLAGGED, `flagged: ${flagged.join(', ')}`);
});
