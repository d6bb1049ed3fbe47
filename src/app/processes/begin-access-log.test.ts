import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { Bus } from '../../bus/bus.ts';
import { openEmbeddedBus } from '../../bus/embedded/embedded-bus.ts';
import { openSpool } from '../../bus/embedded/embedded-spool.ts';
import { EncodedBatch } from '../../bus/encoded-batch.ts';
import {
  HTTP_REQUESTS_TOPIC,
  httpRequestColumns,
} from '../../contracts/events/http-request-event.ts';
import type { ShippingConfig } from '../../contracts/shipping/shipping-channel.ts';
import { systemClock } from '../../kernel/clock.ts';
import { ColumnWriter } from '../../kernel/columns/column-writer.ts';
import { PositionFile } from '../../shipping/access-log/position-file.ts';
import { beginAccessLog } from './begin-access-log.ts';

describe('the start position of an access log', () => {
  let folder: ReturnType<typeof tempFolder>;
  let bus: Bus;

  beforeEach(() => {
    folder = tempFolder();
    bus = openEmbeddedBus({
      folder: join(folder.path, 'bus'),
      writer: 'edge-1',
      clock: systemClock,
      onError: assert.fail,
    });
  });
  afterEach(async () => {
    await bus.close();
    folder.remove();
  });

  function begin(): void {
    const config: ShippingConfig = {
      busFolder: join(folder.path, 'bus'),
      ledgerFile: join(folder.path, 'ledger'),
      outboundAllow: [],
      fileFolder: undefined,
      bucketCredentials: undefined,
      drainSeconds: 1,
      accessLog: {
        target: '-',
        format: 'json',
        positionFile: join(folder.path, 'position'),
        since: systemClock.now(),
      },
    };
    beginAccessLog(config);
  }

  async function publish(lines: number): Promise<void> {
    const writer = new ColumnWriter(httpRequestColumns, lines);
    writer.count = lines;
    await bus.publish(HTTP_REQUESTS_TOPIC, new EncodedBatch(writer.take(), lines));
  }

  /** When the newest line was published, and how many lines follow the stored position. */
  function read(): { newestAt: number; unwritten: number } {
    const onError = assert.fail;
    const spool = openSpool({
      folder: join(folder.path, 'bus'),
      topic: HTTP_REQUESTS_TOPIC,
      onError,
    });
    const position = new PositionFile(join(folder.path, 'position')).read() ?? {};
    const batches = spool.read(position, { batches: 10, bytes: 1_000_000 });
    const [stream] = spool.streams();
    spool.close();
    const lines = batches.map(({ first, last }) => last - first + 1);
    return { newestAt: Number(stream?.newestAt), unwritten: lines.reduce((a, b) => a + b, 0) };
  }

  it('is stored before the first line is written, and stays', async () => {
    await publish(1);
    const { newestAt, unwritten } = read();
    assert.equal(unwritten, 1);
    await eventually('time has passed', () => systemClock.now() > newestAt);
    begin();
    await publish(2);
    assert.equal(read().unwritten, 2);
    await eventually('time has passed', () => systemClock.now() > read().newestAt);
    // The node was started again before a process could write the lines.
    begin();
    assert.equal(read().unwritten, 2);
  });
});
