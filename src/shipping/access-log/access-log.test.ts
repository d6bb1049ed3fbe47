import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { Bus } from '../../bus/bus.ts';
import { openEmbeddedBus } from '../../bus/embedded/embedded-bus.ts';
import { openSpool } from '../../bus/embedded/embedded-spool.ts';
import { EncodedBatch } from '../../bus/encoded-batch.ts';
import type { SpoolReader } from '../../bus/spool.ts';
import {
  HTTP_REQUESTS_TOPIC,
  httpRequestColumns,
} from '../../contracts/events/http-request-event.ts';
import { systemClock } from '../../kernel/clock.ts';
import { ColumnWriter } from '../../kernel/columns/column-writer.ts';
import { AccessLog } from './access-log.ts';
import { openLogOutput } from './log-output.ts';
import { PositionFile } from './position-file.ts';

describe('the access log', () => {
  let folder: ReturnType<typeof tempFolder>;
  let bus: Bus;
  let spools: SpoolReader[];
  let file: string;
  let failures: string[];
  let lost: number;
  let since: number;

  beforeEach(() => {
    folder = tempFolder();
    file = join(folder.path, 'access.log');
    failures = [];
    lost = 0;
    since = 0;
    spools = [];
    bus = openEmbeddedBus({
      folder: join(folder.path, 'bus'),
      writer: 'edge-1',
      clock: systemClock,
      onError: assert.fail,
    });
  });

  afterEach(async () => {
    for (const spool of spools) spool.close();
    await bus.close();
    folder.remove();
  });

  function openLog(target = file): AccessLog {
    return new AccessLog({
      spool: openReader(),
      output: openLogOutput(target),
      format: 'json',
      position: new PositionFile(join(folder.path, 'position')),
      since,
      clock: systemClock,
      telemetry: {
        written: () => {},
        lost: (lines) => {
          lost += lines;
        },
        failed: (reason) => failures.push(reason),
      },
    });
  }

  function openReader(): SpoolReader {
    const spool = openSpool({
      folder: join(folder.path, 'bus'),
      topic: HTTP_REQUESTS_TOPIC,
      onError: assert.fail,
    });
    spools.push(spool);
    return spool;
  }

  async function publish(...uris: string[]): Promise<void> {
    const writer = new ColumnWriter(httpRequestColumns, uris.length);
    for (const uri of uris) {
      writer.values.ClientRequestURI[writer.count] = uri;
      writer.count += 1;
    }
    await bus.publish(HTTP_REQUESTS_TOPIC, new EncodedBatch(writer.take(), uris.length));
  }

  const urisIn = (path: string): string[] =>
    readFileSync(path, { encoding: 'utf8', flag: 'a+' })
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).ClientRequestURI);

  const hasLines = (path: string, ...uris: string[]) =>
    eventually(`${path} has ${uris.join()}`, () => urisIn(path).join() === uris.join());

  it('has a line for each request since its start, in order', async () => {
    await publish('/before');
    const [before] = openReader().streams();
    await eventually('time has passed', () => systemClock.now() > Number(before?.newestAt));
    since = systemClock.now();
    await publish('/1', '/2');
    const log = openLog();
    log.start();
    await publish('/3');
    await hasLines(file, '/1', '/2', '/3');
    await log.stop();
  });

  it('continues at its position after a restart', async () => {
    const first = openLog();
    first.start();
    await publish('/1');
    await hasLines(file, '/1');
    await first.stop();
    await publish('/2');
    const second = openLog();
    second.start();
    await hasLines(file, '/1', '/2');
    await second.stop();
  });

  it('writes the remaining lines when it stops', async () => {
    const log = openLog();
    await publish('/1');
    log.start();
    await log.stop();
    assert.deepEqual(urisIn(file), ['/1']);
  });

  it('reopens its file after log rotation', async () => {
    const log = openLog();
    log.start();
    await publish('/1');
    await hasLines(file, '/1');
    renameSync(file, `${file}.1`);
    log.reopen();
    await publish('/2');
    await hasLines(file, '/2');
    assert.deepEqual(urisIn(`${file}.1`), ['/1']);
    await log.stop();
  });

  it('retries lines after a failed write', async () => {
    const inTheWay = join(folder.path, 'logs');
    writeFileSync(inTheWay, 'a file where a folder should be');
    const log = openLog(join(inTheWay, 'access.log'));
    log.start();
    await publish('/1');
    await eventually('the failure is reported', () => failures.length > 0);
    assert.match(failures[0] ?? '', /ENOTDIR/);
    rmSync(inTheWay);
    mkdirSync(inTheWay);
    await hasLines(join(inTheWay, 'access.log'), '/1');
    await log.stop();
  });

  it('skips and counts unreadable batches', async () => {
    const log = openLog();
    log.start();
    await bus.publish(HTTP_REQUESTS_TOPIC, new EncodedBatch('{"version":99}', 5));
    await publish('/1');
    await hasLines(file, '/1');
    assert.equal(lost, 5);
    await log.stop();
  });
});
