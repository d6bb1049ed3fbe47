import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRequest } from '../../request/read-request.ts';
import { type Judgement, judgeRequest } from './judge-request.ts';

const FOLDER = join(import.meta.dirname, '../../../test/fixtures/ordinary-day');

/** Of any decision but `pass`. */
interface Event {
  readonly file: string;
  readonly decision: string;
  readonly because: string;
}

test('nothing of an ordinary day is blocked', async () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.http'));
  const events: Event[] = [];
  for (const file of files) {
    const read = await readRequest(readFileSync(join(FOLDER, file)), { receivedAt: 0 });
    const judgement = judgeRequest(read);
    const decision = judgement.levels[0]?.decision ?? 'pass';
    if (decision !== 'pass') events.push({ file, decision, because: reasonsOf(judgement) });
  }
  const lines = events.map(({ file, decision, because }) => `${decision} ${file}: ${because}`);
  const isStopped = ({ decision }: Event): boolean => decision !== 'log';
  assert.equal(files.length, 59);
  assert.ok(!events.some(isStopped), `blocked, or only logged:\n${lines.join('\n')}`);
});

function reasonsOf({ report }: Judgement): string {
  return report.findings
    .map(({ sign, strength, excerpt }) => `${strength} ${sign} ${JSON.stringify(excerpt)}`)
    .join(', ');
}
