/** Entry point of a classifier thread: receives scripts and posts the verdict of each. */
import { parentPort } from 'node:worker_threads';
import { yieldToOtherThreads } from '../../kernel/thread-priority.ts';
import { classifyScript } from './script-classifier.ts';

await yieldToOtherThreads();
parentPort?.on('message', (source: string) => parentPort?.postMessage(classifyScript(source)));
