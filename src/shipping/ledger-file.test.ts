import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { recordedTelemetry } from '../../test/support/recorded-telemetry.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { LedgerFile } from './ledger-file.ts';
import { openLedger } from './open-ledger.ts';
import { shippingTelemetry } from './shipping-telemetry.ts';

describe('ledger file', () => {
  let folder: ReturnType<typeof tempFolder>;
  let path: string;
  const telemetry = recordedTelemetry();
  const open = (clock = new ManualClock()) => openLedger(path, clock, shippingTelemetry(telemetry));

  beforeEach(() => {
    folder = tempFolder();
    path = join(folder.path, 'shipping.db');
  });
  afterEach(() => folder.remove());

  it('belongs to one process at a time; another one waits', async () => {
    const first = new LedgerFile(path);
    const clock = new ManualClock();
    const opening = open(clock);
    await clock.advance(10_000);
    assert.equal(clock.sleeping, 1);
    first.close();
    await clock.advance(1_000);
    const second = await opening;
    assert.equal(second.id, first.id);
    second.close();
  });

  it('is moved aside if it is damaged, and the new file has another id', async () => {
    const first = await open();
    first.close();
    writeFileSync(path, Buffer.alloc(10_000, 7));
    const clock = new ManualClock();
    const opening = open(clock);
    await clock.advance(1_000);
    const second = await opening;
    assert.notEqual(second.id, first.id);
    second.close();
    assert.match(JSON.stringify(telemetry.records), /was moved aside/);
  });

  it('is moved aside if another version wrote it', async () => {
    const other = new DatabaseSync(path);
    other.exec('pragma user_version = 9');
    other.close();
    const clock = new ManualClock();
    const opening = open(clock);
    await clock.advance(1_000);
    (await opening).close();
    assert.match(JSON.stringify(telemetry.records), /has format 9/);
  });

  it('keeps the last batches of a job, and the totals of a removed one', async () => {
    const ledger = await open();
    const run = { jobId: 1, replay: '' };
    const cursor = { position: {}, cuts: {} };
    ledger.begin(1);
    for (let n = 0; n < 50; n++) {
      const plan = {
        run,
        id: `batch-${n}`,
        from: cursor,
        to: cursor,
        program: {} as never,
        produced: 3,
        filtered: 1,
        sampledOut: 1,
        records: 1,
        missed: 0,
        bytes: 1,
        firstTime: 0,
        lastTime: 0,
        completeTo: n,
        at: 0,
        attempts: 0,
      };
      ledger.plan(plan);
      if (n < 49) ledger.deliver(plan, { bytes: 1, bytesSent: 1, attempts: 1 });
    }
    assert.equal(ledger.batches(1).length, 21);
    assert.equal(ledger.totals(1).ledger.pending, 1);
    ledger.remove(1, 0);
    const { produced, delivered, dropped, pending } = ledger.totals(1).ledger;
    assert.deepEqual([produced, delivered, dropped, pending], [150, 49, 1, 0]);
    assert.deepEqual(ledger.jobs(), []);
    assert.equal(ledger.cursor(run), undefined);
    ledger.remove(2, 91 * 24 * 3_600_000);
    assert.equal(ledger.totals(1).ledger.produced, 0);
    ledger.close();
  });
});
