/** Body of a classifier thread: takes scripts one after another and answers each with its verdict. */
import { parentPort } from 'node:worker_threads';
import { yieldToOtherThreads } from '../../kernel/thread-priority.ts';
import { classifyScript } from './script-classifier.ts';

await yieldToOtherThreads();
parentPort?.on('message', (source: string) => parentPort?.postMessage(classifyScript(source)));
