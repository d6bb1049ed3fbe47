import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { PalisadeError } from '../../kernel/palisade-error.ts';
import { behind, describeSpoolContract, payloads } from '../spool-contract.ts';
import { type EmbeddedBus, openEmbeddedBus } from './embedded-bus.ts';
import { openSpool } from './embedded-spool.ts';

describeSpoolContract('embedded', () => {
  const folder = tempFolder();
  return {
    open: (options) => openEmbeddedBus({ ...options, folder: folder.path }),
    read: (onError) => openSpool({ folder: folder.path, topic: 'logs', onError }),
    remove: () => folder.remove(),
  };
});

describe('embedded spool', () => {
  const ALL = { batches: 1_000, bytes: 1_000_000_000 };
  let folder: ReturnType<typeof tempFolder>;
  let errors: PalisadeError[];
  let open: EmbeddedBus[];
  const onError = (error: PalisadeError) => void errors.push(error);

  beforeEach(() => {
    folder = tempFolder();
    errors = [];
    open = [];
  });
  afterEach(async () => {
    for (const bus of open) await bus.close();
    folder.remove();
  });

  function openBus(writer: string): EmbeddedBus {
    const clock = new ManualClock();
    const bus = openEmbeddedBus({ folder: folder.path, writer, clock, onError });
    open.push(bus);
    return bus;
  }

  it('reads both files of a writer whose first one was damaged, as two streams', async () => {
    const earlier = openSpool({ folder: folder.path, topic: 'logs', onError });
    const first = openBus('edge-1');
    await first.publish('logs', [1]);
    const before = earlier.read({}, ALL);
    earlier.close();
    await first.close();
    writeFileSync(join(folder.path, 'logs', 'edge-1.db'), Buffer.alloc(8_192, 7));
    const spool = openSpool({ folder: folder.path, topic: 'logs', onError });
    const other = openBus('edge-2');
    await other.publish('logs', ['fine']);
    assert.deepEqual(payloads(spool.read(behind(before), ALL)), [['fine']], 'the others go on');
    assert.deepEqual(Object.values(spool.end()), [1], 'a damaged file has no place');
    const second = openBus('edge-1');
    assert.deepEqual(await second.publish('logs', ['lost']), { accepted: false });
    await second.publish('logs', [2]);
    const after = spool.read(behind(before), ALL);
    assert.deepEqual(payloads(after).flat().sort(), [2, 'fine']);
    assert.equal(new Set([...before, ...after].map(({ stream }) => stream)).size, 3);
    assert.deepEqual(
      [...new Set(errors.map(({ code }) => code))],
      ['bus_read_failed', 'bus_publish_failed'],
    );
    spool.close();
  });

  it('refuses a topic that could leave the folder', () => {
    const bad = { folder: folder.path, topic: '../x', onError };
    assert.throws(() => openSpool(bad), { code: 'bus_invalid_name' });
  });
});
