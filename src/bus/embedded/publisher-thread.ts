/**
 * The entry point of the thread of a `ThreadedPublisher`. Only this thread accesses the files. The main thread has checked all messages.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { SpoolSettings } from '../../contracts/spool-settings.ts';
import { systemClock } from '../../kernel/clock.ts';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { Bus, BusErrorListener } from '../bus.ts';
import { EncodedBatch } from '../encoded-batch.ts';
import { openEmbeddedBus } from './embedded-bus.ts';

/** Messages to the thread. */
export type ToPublisherThread =
  | {
      readonly type: 'publish';
      readonly id: number;
      readonly topic: string;
      readonly payload: string;
      readonly count: number;
      /** Lost messages of the topic that never reached the thread, since the last report. */
      readonly droppedBefore: number;
    }
  | { readonly type: 'close' };

/** Messages from the thread. */
export type FromPublisherThread =
  | { readonly type: 'published'; readonly id: number; readonly accepted: boolean }
  | { readonly type: 'failed'; readonly code: string; readonly message: string };

export interface PublisherThreadData {
  readonly folder: string;
  readonly writer: string;
  readonly spool?: SpoolSettings;
}

const data = workerData as PublisherThreadData;
const port = parentPort;
if (!port) throw new Error('this file must be run as a worker thread');
const send = (message: FromPublisherThread) => port.postMessage(message);

/** How often to retry while another process has the name. */
const NAME_MS = 200;
/** Reported from this attempt on. Earlier ones are normal: the primary holds the name for a moment when it cleans up. */
const REPORTED_TRY = 5;

let isClosing = false;
const opening = open();

port.on('message', async (message: ToPublisherThread) => {
  if (message.type === 'close') isClosing = true;
  const bus = await opening;
  if (message.type === 'close') {
    await bus.close();
    port.close();
    return;
  }
  const { id, topic, payload, count, droppedBefore } = message;
  const batch = new EncodedBatch(payload, count, droppedBefore);
  const { accepted } = await bus.publish(topic, batch);
  send({ type: 'published', id, accepted });
});

/** Retries while the previous process with this name is still stopping. Until then the main thread buffers batches, up to its limit. */
async function open(): Promise<Bus> {
  const onError: BusErrorListener = ({ code, message }) => send({ type: 'failed', code, message });
  for (let tries = 1; ; tries++) {
    try {
      return openEmbeddedBus({ ...data, clock: systemClock, onError });
    } catch (error) {
      const isTaken = error instanceof PalisadeError && error.code === 'bus_name_taken';
      if (!isTaken || isClosing) throw error;
      if (tries === REPORTED_TRY) onError(error);
      await pause(NAME_MS);
    }
  }
}
