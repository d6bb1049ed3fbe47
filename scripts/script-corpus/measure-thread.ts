/** A thread that classifies scripts; see `measure-scripts.ts`. */
import { parentPort } from 'node:worker_threads';
import { LibraryFiles } from '../../src/detectors/script-classifier/libraries/library-files.ts';
import { classifyScript } from '../../src/detectors/script-classifier/script-classifier.ts';

const libraries = new LibraryFiles().current();
parentPort?.on('message', (source: string) => {
  const start = process.threadCpuUsage();
  const verdict = classifyScript(source, libraries);
  const { user, system } = process.threadCpuUsage(start);
  parentPort?.postMessage({ verdict, milliseconds: (user + system) / 1000 });
});
