import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { bytesOf } from '../../src/outbound/destinations/destination-contract.ts';
import { startServer } from '../../src/outbound/loopback-server.fixture.ts';

/** The behaviour of a receiver. */
export type Mood = 'takes' | '500' | '429' | 'hangs' | 'closes' | 'takes and closes' | 'slow';

export interface BatchReceiver {
  readonly port: number;
  mood: Mood;
  /** Batches in the order of their arrival, including duplicates. */
  readonly batches: readonly { readonly id: string; readonly text: string }[];
  /** The ids of all requests for batches, whatever became of them. */
  readonly attempts: readonly string[];
  stop(): Promise<void>;
}

/** A server for the `https:` destination that fails as its `mood` says. Test writes of the API are not counted as batches. */
export async function startBatchReceiver(
  protocol: 'http' | 'https' = 'https',
): Promise<BatchReceiver> {
  const batches: { id: string; text: string }[] = [];
  const attempts: string[] = [];
  const state = { mood: 'takes' as Mood };
  const server = await startServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  }, protocol);

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = String(request.headers['x-batch-id']);
    if (id === 'test.txt.gz') {
      await bytesOf(request);
      response.end();
      return;
    }
    attempts.push(id);
    const take = async () => {
      batches.push({ id, text: String(gunzipSync(await bytesOf(request))) });
    };
    switch (state.mood) {
      case 'takes':
        await take();
        return void response.end();
      case '500':
        return void response.writeHead(500).end('no');
      case '429':
        return void response.writeHead(429, { 'retry-after': '2' }).end('later');
      case 'hangs':
        return;
      case 'closes':
        request.once('data', () => request.destroy());
        return;
      case 'takes and closes':
        await take();
        return void response.destroy();
      case 'slow':
        await readSlowly(request);
        return void response.destroy();
    }
  }

  return {
    port: server.port,
    batches,
    attempts,
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    stop: () => server.stop(),
  };
}

/** About 1 KB per second. */
async function readSlowly(request: IncomingMessage): Promise<void> {
  for await (const bytes of request.iterator({ destroyOnReturn: false })) {
    await delay(((bytes as Buffer).length / 1_024) * 1_000);
  }
}
