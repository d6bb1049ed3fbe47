/**
 * The main file of the thread behind a ThreadedPublisher: it alone touches the files. Everything it
 * gets was checked by the other side.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../kernel/clock.ts';
import { openEmbeddedBus } from './embedded-bus.ts';
import { EncodedBatch } from './topic-writer.ts';

/** What the thread is asked. */
export type ToPublisherThread =
  | {
      readonly type: 'publish';
      readonly id: number;
      readonly topic: string;
      readonly payload: string;
      readonly count: number;
    }
  | { readonly type: 'close' };

/** What it answers. */
export type FromPublisherThread =
  | { readonly type: 'published'; readonly id: number; readonly accepted: boolean }
  | { readonly type: 'failed'; readonly code: string; readonly message: string };

export interface PublisherThreadData {
  readonly folder: string;
  readonly writer: string;
}

const { folder, writer } = workerData as PublisherThreadData;
const port = parentPort;
if (!port) throw new Error('this file is the main file of a thread');
const tell = (message: FromPublisherThread) => port.postMessage(message);
const bus = openEmbeddedBus({
  folder,
  writer,
  clock: systemClock,
  onError: ({ code, message }) => tell({ type: 'failed', code, message }),
});

port.on('message', async (message: ToPublisherThread) => {
  if (message.type === 'close') {
    await bus.close();
    port.close();
    return;
  }
  const { id, topic, payload, count } = message;
  const { accepted } = await bus.publish(topic, new EncodedBatch(payload, count));
  tell({ type: 'published', id, accepted });
});
