import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScriptVerdict } from '../../src/detectors/script-classifier/script-verdict.ts';
import { shapeHash } from './shape-hash.ts';

/** A script of a corpus; its text is read when it is its turn. */
export interface CorpusScript {
  readonly group: string;
  readonly name: string;
  readonly text: () => string;
}

export interface MeasuredScript {
  readonly group: string;
  readonly name: string;
  /** Scripts of like structure have the same; see `shape-hash.ts`. */
  readonly shape: string;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly verdict: ScriptVerdict;
}

/** More threads would take the machine from others. */
const THREADS = 2;

/** Classifies scripts in threads; the results have the order of the scripts. */
export async function measureScripts(scripts: readonly CorpusScript[]): Promise<MeasuredScript[]> {
  const measured: MeasuredScript[] = [];
  const waiting = scripts.entries();
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./measure-thread.ts', import.meta.url));
    for (const [at, { group, name, text }] of waiting) {
      const source = text();
      worker.postMessage(source);
      const [result] = (await once(worker, 'message')) as [
        Pick<MeasuredScript, 'verdict' | 'milliseconds'>,
      ];
      const bytes = Buffer.byteLength(source);
      measured[at] = { group, name, shape: shapeHash(source), bytes, ...result };
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: THREADS }, work));
  return measured;
}

/** Integrity of a script; undefined if it has no scores. */
export const integrityOf = ({ verdict }: MeasuredScript): number | undefined =>
  verdict.kind === 'scored' ? verdict.scores.integrity : undefined;
