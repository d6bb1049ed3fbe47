import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Bus, BusMessage } from '../bus.ts';
import { payloads, range } from '../bus-contract.ts';
import { openEmbeddedBus } from './embedded-bus.ts';
import { openSpool } from './embedded-spool.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);

describe('embedded bus between processes', () => {
  let folder: ReturnType<typeof tempFolder>;
  let children: ChildProcess[];
  let open: Bus[];

  beforeEach(() => {
    folder = tempFolder();
    children = [];
    open = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const bus of open) await bus.close();
    folder.remove();
  });

  function start(script: string, args: readonly string[], blockLimit?: number) {
    const command = [process.execPath, fixture(script), folder.path, ...args];
    const limited = ['sh', '-c', `ulimit -f ${blockLimit}; exec "$@"`, 'sh', ...command];
    const [program = '', ...rest] = blockLimit === undefined ? command : limited;
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return { child, lines: createInterface({ input: child.stdout }), exit: once(child, 'exit') };
  }

  function openBus(writer?: string): Bus {
    const bus = openEmbeddedBus({
      folder: folder.path,
      ...(writer === undefined ? {} : { writer }),
      pollMs: 10,
      clock: systemClock,
      onError: (error) => assert.fail(error.message),
    });
    open.push(bus);
    return bus;
  }

  /** Consumes until `count` messages are received. */
  async function take(bus: Bus, count: number): Promise<BusMessage[]> {
    const seen: BusMessage[] = [];
    const enough = Promise.withResolvers<void>();
    const handler = (messages: readonly BusMessage[]) => {
      seen.push(...messages);
      if (seen.length >= count) enough.resolve();
    };
    const consumer = { topic: 'logs', consumer: 'store', batchSize: 50, handler };
    const subscription = await bus.consume(consumer);
    await enough.promise;
    await subscription.stop();
    return seen;
  }

  it('delivers all messages of a killed publisher, and its successor continues', async () => {
    const { child, lines, exit } = start('publisher.ts', ['edge-1']);
    const reported: number[] = [];
    for await (const line of lines) {
      reported.push(Number(line));
      if (reported.length === 300) child.kill('SIGKILL');
    }
    assert.deepEqual((await exit)[1], 'SIGKILL');
    const published = Number(reported.at(-1)) + 1;
    assert.ok(published >= 3_000);

    const bus = openBus();
    const kept = (await bus.stats())[0]?.messages ?? 0;
    assert.ok(kept >= published && kept <= published + 10, 'the last batch may be unreported');
    const seen = await take(bus, kept);
    assert.deepEqual(payloads(seen), range(0, kept));

    await start('publisher.ts', ['edge-1', '1']).exit;
    const more = await take(bus, 10);
    assert.deepEqual(payloads(more), range(0, 10));
    assert.equal(new Set([...seen, ...more].map((message) => message.id)).size, kept + 10);
  });

  it('delivers to the successor of a killed consumer from its last acknowledgement on', async () => {
    await openBus('primary').publish('logs', range(0, 100));
    const { child, lines, exit } = start('consumer.ts', ['40']);
    const printed: string[] = [];
    for await (const line of lines) {
      printed.push(line);
      if (line === 'stuck') child.kill('SIGKILL');
    }
    await exit;
    assert.deepEqual(printed, [...range(0, 50).map(String), 'stuck']);
    const seen = await take(openBus(), 60);
    assert.deepEqual(payloads(seen), range(40, 100));
  });

  it('lets a process exit when it closes its bus, with the current batch unacknowledged', async () => {
    await openBus('primary').publish('logs', range(0, 30));
    const { child, lines, exit } = start('consumer.ts', ['20']);
    for await (const line of lines) if (line === 'stuck') child.kill('SIGTERM');
    assert.deepEqual(await exit, [0, null]);
    assert.deepEqual(payloads(await take(openBus(), 10)), range(20, 30));
  });

  it('accepts two publishers at once, each in its order', async () => {
    const bus = openBus('primary');
    const publishers = ['edge-1', 'edge-2'].map((writer) => start('publisher.ts', [writer, '200']));
    const seen = await take(bus, 4_000);
    for (const { exit } of publishers) assert.deepEqual(await exit, [0, null]);
    for (const writer of ['edge-1', 'edge-2']) {
      const own = seen.filter((message) => message.source === writer);
      assert.deepEqual(payloads(own), range(0, 2_000));
    }
    assert.equal(new Set(seen.map((message) => message.id)).size, 4_000);
  });

  it('delivers all accepted messages once and in order while writers are killed and restarted', async () => {
    const spool = openSpool({
      folder: folder.path,
      topic: 'logs',
      onError: (error) => assert.fail(error.message),
    });
    const position: Record<string, number> = {};
    const numbers: Record<string, number[]> = {};
    const read = () => {
      for (const { stream, first, missed, last, payload } of spool
        .read(position, { batches: 20, bytes: 1_000_000 })
        .map((batch) => ({ ...batch, payload: batch.payload() as number[] }))) {
        assert.deepEqual([first, missed], [(position[stream] ?? 0) + 1, 0]);
        position[stream] = last;
        numbers[stream] = [...(numbers[stream] ?? []), ...payload];
      }
    };
    const steady = start('publisher.ts', ['edge-2', '300', 'spool']);
    const rounds: number[] = [];
    for (const wanted of [40, 25, 60]) {
      const { child, lines, exit } = start('publisher.ts', ['edge-1', '0', 'spool']);
      let reported = 0;
      for await (const line of lines) {
        reported = Number(line) + 1;
        if (reported === wanted * 10) child.kill('SIGKILL');
        read();
      }
      await exit;
      rounds.push(reported);
    }
    assert.deepEqual(await steady.exit, [0, null]);
    const end = spool.end();
    while (Object.keys(end).some((stream) => position[stream] !== end[stream])) read();
    const [killed = [], whole = []] = spool.streams().map(({ stream }) => numbers[stream]);
    spool.close();
    assert.deepEqual(whole, range(0, 3_000));
    // Each round starts at 0, and its last batch may be stored but not reported.
    const starts = killed.flatMap((number, index) => (number === 0 ? [index] : []));
    assert.equal(starts.length, rounds.length);
    for (const [round, from] of starts.entries()) {
      const part = killed.slice(from, starts[round + 1]);
      assert.deepEqual(part, range(0, part.length));
      assert.ok(part.length >= (rounds[round] ?? 0) && part.length <= (rounds[round] ?? 0) + 10);
    }
  });

  it('gives a writer name to one process at a time', async () => {
    const { child, lines, exit } = start('publisher.ts', ['edge-1']);
    await once(lines, 'line');
    assert.throws(() => openBus('edge-1'), { code: 'bus_name_taken' });
    child.kill('SIGKILL');
    await exit;
    openBus('edge-1');
  });

  it('refuses batches when the disk is full, and keeps the accepted ones', async () => {
    const { lines, exit } = start('publisher.ts', ['edge-1', '2000'], 200);
    const printed: string[] = [];
    for await (const line of lines) printed.push(line);
    assert.deepEqual(await exit, [0, null], 'the process survives and exits normally');
    const accepted = printed.filter((line) => line !== 'refused').map(Number);
    assert.equal(printed.length, 2_000);
    assert.ok(accepted.length > 0 && accepted.length < 2_000);
    const firstRefusal = printed.indexOf('refused');
    const recovered = printed.slice(firstRefusal).some((line) => line !== 'refused');
    assert.ok(recovered, 'recovers as soon as there is space again');
    const bus = openBus();
    assert.equal((await bus.stats())[0]?.messages, accepted.length * 10);
    const seen = await take(bus, accepted.length * 10);
    const expected = accepted.flatMap((last) => range(last - 9, last + 1));
    assert.deepEqual(payloads(seen), expected);
  });
});
