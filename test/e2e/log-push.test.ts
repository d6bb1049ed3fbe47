import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  type S3Server,
  s3Keys,
  startS3Server,
} from '../../src/outbound/destinations/s3-server.fixture.ts';
import { testCertificate } from '../../src/outbound/loopback-server.fixture.ts';
import { type BatchReceiver, startBatchReceiver } from '../support/batch-receiver.ts';
import { eventually } from '../support/eventually.ts';
import {
  createLoggedSite,
  type LoggedSite,
  shippingPid,
  visitAll,
} from '../support/logged-site.ts';
import { api } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The smallest batch limit of a job, so that the test does not wait for the batch interval. */
const BATCH = 1_000;
/** The longest interval, so that a batch is sent when it is full, however long its lines take to arrive. */
const LONG_SECONDS = 300;
/** The shortest interval, for lines that may not fill a batch. */
const SHORT_SECONDS = 30;
/** Visits that fill a batch, although the filter drops some of them. */
const VISITS = BATCH + BATCH / 10;

const filter = JSON.stringify({
  where: { key: 'ClientRequestURI', operator: 'contains', value: 'keep' },
});

describe('log push of a node', () => {
  const folder = tempFolder();
  let home: NodeHome;
  let node: NodeProcess;
  let site: LoggedSite;
  let receiver: BatchReceiver;
  let bucket: S3Server;
  let jobs: string;
  let jobId: number;
  let bucketJobId: number;

  before(async () => {
    const certificate = join(folder.path, 'ca.pem');
    writeFileSync(certificate, testCertificate);
    home = await nodeHome({
      PALISADE_OUTBOUND_ALLOW: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: certificate,
    });
    receiver = await startBatchReceiver();
    bucket = await startS3Server('logs');
    node = await home.start();
    site = await createLoggedSite(node);
    jobs = `/zones/${site.zoneId}/logpush/jobs`;
  });
  after(async () => {
    await home.remove();
    site.origin.close();
    await receiver.stop();
    await bucket.stop();
    folder.remove();
  });

  const lines = () =>
    receiver.batches.flatMap(({ text }) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
  const ledger = () => api(node, 'GET', `${jobs}/${jobId}/ledger`);
  const paths = (from: number) =>
    Array.from({ length: VISITS }, (_, n) => `/${from + n}?${n % 11 ? 'keep' : 'leave'}`);

  it('starts a process for the first job, which delivers the lines that pass its filter', async () => {
    assert.equal(shippingPid(node), undefined);
    const options = {
      filter,
      enabled: true,
      max_upload_records: BATCH,
      max_upload_interval_seconds: LONG_SECONDS,
      output_options: {
        field_names: [
          'ClientRequestURI',
          'EdgeResponseStatus',
          'EdgeStartTimestamp',
          'WAFAttackScore',
        ],
      },
    };
    const { accessKeyId, secretAccessKey } = s3Keys;
    const inBucket = `s3://logs/edge/{DATE}?region=auto&access-key-id=${accessKeyId}&secret-access-key=${secretAccessKey}&endpoint=127.0.0.1:${bucket.port}`;
    const create = (conf: string) =>
      api(node, 'POST', jobs, { destination_conf: conf, ...options });
    jobId = (await create(`https://127.0.0.1:${receiver.port}/logs`)).id;
    bucketJobId = (await create(inBucket)).id;
    await eventually('there is a process', () => shippingPid(node) !== undefined);
    const status = `/zones/${site.zoneId}/edge_status`;
    await eventually('the edge knows', async () => (await api(node, 'GET', status)).up_to_date);
    assert.equal((await visitAll(node, paths(0))).length, VISITS);
    await eventually('a batch has arrived', () => receiver.batches.length > 0);
    const uris = lines().map(({ ClientRequestURI }) => ClientRequestURI);
    assert.deepEqual(
      uris.toSorted(),
      paths(0)
        .filter((path) => path.endsWith('keep'))
        .toSorted(),
    );
    // The edge looks for attacks because a job asks, although no rule does.
    assert.ok(lines().every(({ WAFAttackScore }) => WAFAttackScore > 50));
    const times = lines().map(({ EdgeStartTimestamp }) => EdgeStartTimestamp);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    await eventually(
      'the ledger counts the batch',
      async () => (await ledger()).total.delivered === BATCH,
    );
    const objects = async () => (await bucket.stored()).filter(({ id }) => id.endsWith('.log.gz'));
    await eventually('there is an object', async () => (await objects()).length > 0);
    const [object] = await objects();
    assert.match(object?.id ?? '', /^edge\/\d{8}\/\d{8}T\d{6}Z_\d{8}T\d{6}Z_[\w-]+\.log\.gz$/);
    // Lines of the same millisecond may be in another order.
    const sorted = (text = '') => text.split('\n').toSorted();
    assert.deepEqual(sorted(object?.text), sorted(receiver.batches[0]?.text));
  });

  it('sends a batch again when its process was killed, under the same id', async () => {
    receiver.mood = 'hangs';
    await visitAll(node, paths(10_000));
    // The first batch may be sent again as well.
    const [first] = receiver.batches;
    const isNew = (id: string) => id !== first?.id;
    const later = () => receiver.batches.filter(({ id }) => isNew(id));
    await eventually('a batch is on its way', () => receiver.attempts.some(isNew));
    const pid = shippingPid(node);
    process.kill(Number(pid), 'SIGKILL');
    receiver.mood = 'takes and closes';
    await eventually('it has arrived', () => later().length > 0);
    receiver.mood = 'takes';
    await eventually('it has arrived again', () => later().length > 1);
    const [second, ...again] = later();
    for (const each of again) assert.deepEqual(each, second);
    assert.notEqual(shippingPid(node), pid);
    await eventually(
      'the ledger counts the batch',
      async () => (await ledger()).total.delivered === 2 * BATCH,
    );
    const { total } = await ledger();
    const { produced, delivered, filtered, sampled_out, pending, dropped } = total;
    assert.equal(produced, delivered + filtered + sampled_out + pending + dropped);
    const counted = new RegExp(`^palisade_logpush_records\\{job="${jobId}"\\} 2000$`, 'm');
    await eventually('the metrics count the batch', async () =>
      counted.test(await (await fetch(`${node.origin}/metrics`)).text()),
    );
  });

  it('delivers every line that a job took before it was disabled, also if its process is killed then', async () => {
    const isOwn = ({ ClientRequestURI: uri }: { ClientRequestURI: string }) =>
      uri.startsWith('/own-');
    const arrived = () =>
      new Set(
        lines()
          .filter(isOwn)
          .map((line) => line.ClientRequestURI),
      );
    const visits = (from: number, count: number) =>
      visitAll(
        node,
        Array.from({ length: count }, (_, n) => `/own-${from + n}`),
      );
    const before = receiver.attempts.length;
    receiver.mood = '500';
    const { id } = await api(node, 'POST', jobs, {
      destination_conf: `https://127.0.0.1:${receiver.port}/logs`,
      filter: filter.replace('keep', '/own-'),
      enabled: true,
      max_upload_records: BATCH,
      max_upload_interval_seconds: LONG_SECONDS,
      output_options: { field_names: ['ClientRequestURI'] },
    });
    const own = `${jobs}/${id}`;
    const total = async () => (await api(node, 'GET', `${own}/ledger`)).total;
    const stored = async () => {
      const metrics = await (await fetch(`${node.origin}/metrics`)).text();
      return Number(/^palisade_bus_messages\{topic="http-requests"\} (\d+)/m.exec(metrics)?.[1]);
    };
    const storedBefore = await stored();
    // A full batch that is refused, and lines that are in no batch yet.
    const served = await visits(0, VISITS);
    assert.equal(served.length, VISITS);
    await eventually('a batch is refused', async () => {
      return receiver.attempts.length > before && (await total()).pending >= BATCH;
    });
    await eventually('all lines are taken', async () => (await stored()) === storedBefore + VISITS);
    await api(node, 'PUT', own, { enabled: false });
    const pid = shippingPid(node);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    receiver.mood = 'takes';
    // If that took long, the lines before and after it are in separate batches, which are not full.
    await api(node, 'PUT', own, { enabled: true, max_upload_interval_seconds: SHORT_SECONDS });
    served.push(...(await visits(VISITS, 2 * BATCH - VISITS - 1)));
    const last = await visits(2 * BATCH - 1, 1);
    served.push(...last);
    assert.equal(served.length, 2 * BATCH);
    await eventually('the last line has arrived', () => arrived().has(last[0]));
    assert.deepEqual(arrived(), new Set(served));
    await eventually('the ledger balances', async () => {
      const { produced, delivered, pending, dropped } = await total();
      return `${[produced, delivered, pending, dropped]}` === `${[2 * BATCH, 2 * BATCH, 0, 0]}`;
    });
    await api(node, 'DELETE', own);
  });

  it('ends the process with the last job', async () => {
    for (const id of [jobId, bucketJobId]) await api(node, 'DELETE', `${jobs}/${id}`);
    await eventually('the process has ended', () => shippingPid(node) === undefined);
    assert.equal(await node.end(), 0);
  });
});
