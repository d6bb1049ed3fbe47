/** Entry point of a classifier thread: receives scripts and posts the verdict of each. */
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../kernel/thread-priority.ts';
import { classifyScript } from './script-classifier.ts';

await lowerThreadPriority();
parentPort?.on('message', (source: string) => parentPort?.postMessage(classifyScript(source)));
