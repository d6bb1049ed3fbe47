/** Body of a scanner thread: takes batches of bodies one after another and answers each. */
import { parentPort } from 'node:worker_threads';
import { sensitiveDataRules } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { yieldToOtherThreads } from '../../../kernel/thread-priority.ts';
import { bodyScanner } from './scan-body.ts';
import { type ScanAnswer, type ScanBatch, type ScanJob, unpackJobs } from './scan-job.ts';

const scanBody = bodyScanner(sensitiveDataRules);
yieldToOtherThreads();

parentPort?.on('message', async (batch: ScanBatch) => {
  const answers: ScanAnswer[] = [];
  for (const job of unpackJobs(batch)) answers.push(await answer(job));
  parentPort?.postMessage(answers);
});

/** Names the error only: its message could quote the body. */
async function answer(job: ScanJob): Promise<ScanAnswer> {
  try {
    return await scanBody(job);
  } catch (error) {
    return { problem: error instanceof Error ? error.name : 'unknown' };
  }
}
