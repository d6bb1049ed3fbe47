/** Entry point of a classifier thread: receives scripts and posts the verdict of each. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../kernel/thread-priority.ts';
import { LibraryFiles } from './libraries/library-files.ts';
import { classifyScript } from './script-classifier.ts';
import type { ThreadedClassifierOptions } from './threaded-classifier.ts';

const { learnedFile } = workerData as Pick<ThreadedClassifierOptions, 'learnedFile'>;
const libraries = new LibraryFiles(learnedFile);
await lowerThreadPriority();
parentPort?.on('message', (source: string) =>
  parentPort?.postMessage(classifyScript(source, libraries.current())),
);
