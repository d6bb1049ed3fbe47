/** A thread that classifies scripts; see `measure-scripts.ts`. */
import { parentPort } from 'node:worker_threads';
import { classifyScript } from '../../src/detectors/script-classifier/script-classifier.ts';

parentPort?.on('message', (source: string) => {
  const start = process.threadCpuUsage();
  const verdict = classifyScript(source);
  const { user, system } = process.threadCpuUsage(start);
  parentPort?.postMessage({ verdict, milliseconds: (user + system) / 1000 });
});
