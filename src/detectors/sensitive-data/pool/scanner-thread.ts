/** Body of a scanner thread: takes batches of bodies one after another and answers each. */
import { parentPort } from 'node:worker_threads';
import { sensitiveDataRules } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { yieldToOtherThreads } from '../../../kernel/thread-priority.ts';
import { bodyScanner } from './scan-body.ts';
import { type AnsweredBatch, type ScanAnswers, type ScanBatch, unpackJobs } from './scan-job.ts';

const scanBody = bodyScanner(sensitiveDataRules);
yieldToOtherThreads();

parentPort?.on('message', async (batch: ScanBatch) => {
  const answers: ScanAnswers[number][] = [];
  for (const [body, job] of unpackJobs(batch).entries()) {
    try {
      const reports = await scanBody(job);
      if (reports.length > 0) answers.push({ body, reports });
    } catch (error) {
      // Names the error only: its message could quote the body.
      answers.push({ body, problem: error instanceof Error ? error.name : 'unknown' });
    }
  }
  const answered: AnsweredBatch = { answers, bytes: batch.bytes };
  parentPort?.postMessage(answered, [batch.bytes.buffer]);
});
