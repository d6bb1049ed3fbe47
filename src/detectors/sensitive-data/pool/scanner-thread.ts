/** Body of a scanner thread: takes jobs one after another and answers each. */
import { parentPort } from 'node:worker_threads';
import { sensitiveDataRules } from '../../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { bodyScanner } from './scan-body.ts';
import type { ScanJob, ScanResult } from './scan-job.ts';

export type ThreadAnswer = { readonly result: ScanResult } | { readonly problem: string };

const scanBody = bodyScanner(sensitiveDataRules);

parentPort?.on('message', async (job: ScanJob) => {
  parentPort?.postMessage(await answer(job));
});

/** Names the error only: its message could quote the body. */
async function answer(job: ScanJob): Promise<ThreadAnswer> {
  try {
    return { result: await scanBody(job) };
  } catch (error) {
    return { problem: error instanceof Error ? error.name : 'unknown' };
  }
}
