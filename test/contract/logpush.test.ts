/** Log push over the API: jobs, checks, ledgers and replays. Nodes that ship are played by `record`. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, afterEach, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { withoutNode } from '../../src/app/modules.ts';
import { API_BASE } from '../../src/app/node/api-base.ts';
import type { ShippingSource } from '../../src/areas/area-module.ts';
import { OwnershipTokens } from '../../src/areas/logpush/destinations/ownership-tokens.ts';
import type { Publisher } from '../../src/bus/bus.ts';
import { openEmbeddedBus } from '../../src/bus/embedded/embedded-bus.ts';
import type { JobProgress, Ledger } from '../../src/contracts/shipping/shipping-channel.ts';
import { workedExamples, workedLines } from '../../src/logs/fixtures/worked-examples.ts';
import { parseDestination } from '../../src/outbound/destinations/parse-destination.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { type LogReceiver, RECEIVER_NETWORK, startLogReceiver } from '../support/log-receiver.ts';
import { tempFolder } from '../support/temp-folder.ts';
import {
  ADMIN_EMAIL,
  ADMIN_KEY,
  ADMIN_TOKEN,
  openTestApi,
  type TestApi,
  type TestResponse,
} from '../support/test-api.ts';

const EDGE_KEY = 'ab'.repeat(32);
const HOUR = 3_600_000;
const LOGS_WRITE = '3e0b5820118e47f3922f7c989e673882';
const LOGS_READ = 'c4a30cd58c5d42619c86a3c36c441e2d';

const leaf = (key: string, operator: string, value: unknown) => ({ key, operator, value });
const filterOf = (where: unknown) => JSON.stringify({ where });

describeOnEachDatabase('log push', (kind) => {
  let api: TestApi;
  let receiver: LogReceiver;
  let zone: string;
  let shipping: ShippingSource;
  let bus: Publisher = withoutNode.bus;

  before(async () => {
    receiver = await startLogReceiver();
    api = await openTestApi(kind, {
      settings: {
        PALISADE_OUTBOUND_ALLOW: RECEIVER_NETWORK,
        PALISADE_EDGE_KEY: EDGE_KEY,
        PALISADE_LOG_CREDENTIALS: bucketCredentials(receiver.origin),
      },
      node: { ...withoutNode, bus: { publish: (...message) => bus.publish(...message) } },
    });
    zone = await api.newZone();
    shipping = api.core.modules.flatMap((module) => module.shipping ?? [])[0] as ShippingSource;
  });
  after(async () => {
    await api.close();
    await receiver.stop();
  });
  afterEach(() => receiver.respond(200));

  const base = (zoneId = zone) => `/zones/${zoneId}/logpush`;
  const post = (path: string, body: unknown) => api.call('POST', path, { body });
  const put = (path: string, body: unknown) => api.call('PUT', path, { body });
  const create = (body: object = {}, zoneId = zone) =>
    post(`${base(zoneId)}/jobs`, { destination_conf: receiver.conf, ...body });
  async function created(body: object = {}, zoneId = zone) {
    const { status, body: answer } = await create(body, zoneId);
    assert.equal(status, 201, JSON.stringify(answer.errors));
    return answer.result;
  }
  const pathOf = ({ id }: { id: number }, zoneId = zone) => `${base(zoneId)}/jobs/${id}`;
  async function remove(job: { id: number }, zoneId = zone) {
    const { status } = await api.call('DELETE', pathOf(job, zoneId));
    assert.equal(status, 200);
  }
  function refused({ status, body }: TestResponse, expected: number, code: number, text: RegExp) {
    const [error] = body.errors;
    assert.deepEqual([status, error?.code], [expected, code], JSON.stringify(body));
    assert.match(error.message, text);
    return error.source?.pointer;
  }

  it('creates, reads, lists, changes and deletes jobs, and tests their destinations', async () => {
    const sent = receiver.bodies.length;
    const job = await created({
      name: 'example.com',
      filter: filterOf(leaf('BotScore', 'lt', 30)),
    });
    assert.deepEqual(receiver.bodies.slice(sent), ['{"content":"tests"}\n']);
    assert.deepEqual(job, {
      id: job.id,
      name: 'example.com',
      dataset: 'http_requests',
      enabled: false,
      kind: '',
      filter: '{"where":{"key":"BotScore","operator":"lt","value":30}}',
      destination_conf: receiver.conf,
      output_options: null,
      applied_output_options: job.applied_output_options,
      logpull_options: null,
      frequency: 'high',
      max_upload_bytes: null,
      max_upload_records: null,
      max_upload_interval_seconds: null,
      last_complete: null,
      last_error: null,
      error_message: null,
    });
    assert.ok(Number.isInteger(job.id) && job.id >= 1);
    const other = await created();
    assert.ok(other.id > job.id);
    assert.deepEqual((await api.call('GET', pathOf(job))).body.result, job);
    const listed = (await api.call('GET', `${base()}/jobs`)).body.result;
    assert.deepEqual(listed, [job, other]);
    const ofDataset = await api.call('GET', `${base()}/datasets/http_requests/jobs`);
    assert.deepEqual(ofDataset.body.result, listed);
    const none = await api.call('GET', `${base()}/datasets/firewall_events/jobs`);
    assert.deepEqual(none.body.result, []);
    const enabled = await put(pathOf(job), { enabled: true });
    assert.deepEqual(enabled.body.result, { ...job, enabled: true });
    assert.equal(receiver.bodies.length, sent + 2);
    const deleted = await api.call('DELETE', pathOf(job));
    assert.deepEqual([deleted.status, deleted.body.result], [200, { id: job.id }]);
    refused(await api.call('GET', pathOf(job)), 404, 1003, /job not found/);
    refused(await api.call('DELETE', pathOf(job)), 404, 1003, /job not found/);
    refused(await put(pathOf(job), { enabled: true }), 404, 1003, /job not found/);
    await remove(other);
    assert.ok((await created()).id > other.id);
  });

  it('has notices about fields without data', async () => {
    const { body } = await create({
      filter: filterOf({ or: [leaf('BotScore', 'lt', 30), leaf('ClientIP', 'eq', '192.0.2.1')] }),
      output_options: { field_names: ['RayID', 'JA4', 'JA3Hash'] },
    });
    assert.deepEqual(
      body.messages.map(({ code, message }: { code: number; message: string }) => [
        code,
        message.split(':')[0],
      ]),
      [
        [11061, 'Palisade has no data for the fields BotScore in "filter"'],
        [11061, 'Palisade has no data for the fields JA4, JA3Hash in "output_options/field_names"'],
      ],
    );
    await remove(body.result);
  });

  it('has a notice with the maximum batch size if a job requests larger ones', async () => {
    const { body } = await create({ max_upload_bytes: 16_000_001 });
    const [{ message }] = body.messages;
    assert.match(message, /"max_upload_bytes" .*closed at 16000000 bytes/);
    const { body: changed } = await put(pathOf(body.result), { max_upload_bytes: 16_000_000 });
    assert.deepEqual(changed.messages, []);
    await remove(body.result);
  });

  it('creates a job with the older headers', async () => {
    const { status, body } = await api.call('POST', `${base()}/jobs`, {
      token: '',
      headers: { 'x-auth-email': ADMIN_EMAIL, 'x-auth-key': ADMIN_KEY },
      body: {
        name: 'legacy',
        dataset: 'http_requests',
        destination_conf: receiver.conf,
        filter: filterOf({ and: [leaf('ClientRequestPath', 'contains', '/static')] }),
        output_options: {
          field_names: ['ClientIP', 'RayID'],
          sample_rate: 0.1,
          timestamp_format: 'rfc3339',
          'CVE-2021-44228': 'true',
        },
      },
    });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.result.output_options['CVE-2021-44228'], true);
    await remove(body.result);
  });

  it('works with the official client', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as { port: number };
    const client = new Cloudflare({
      apiToken: ADMIN_TOKEN,
      baseURL: `http://127.0.0.1:${port}${API_BASE}`,
      maxRetries: 0,
    });
    const of = { zone_id: zone };
    const { logpush } = client;
    const job = await logpush.jobs.create({
      ...of,
      destination_conf: receiver.conf,
      dataset: 'firewall_events',
      output_options: { output_type: 'csv', field_names: ['RayID'] },
    });
    const id = job?.id ?? 0;
    assert.deepEqual(await logpush.jobs.get(id, of), job);
    const listed = await Array.fromAsync(logpush.jobs.list(of));
    assert.ok(listed.some((each) => each?.id === id));
    const ofDataset = await Array.fromAsync(logpush.datasets.jobs.get('firewall_events', of));
    assert.deepEqual(ofDataset, [job]);
    const updated = await logpush.jobs.update(id, { ...of, enabled: true });
    assert.equal(updated?.enabled, true);
    const fields = await logpush.datasets.fields.get('firewall_events', of);
    assert.match(fields['RayID'] ?? '', /\w/);
    const conf = { ...of, destination_conf: receiver.conf };
    assert.equal((await logpush.ownership.create(conf))?.valid, true);
    const proof = { ...conf, ownership_challenge: 'none' };
    assert.equal((await logpush.ownership.validate(proof))?.valid, false);
    assert.equal((await logpush.validate.destination(conf))?.valid, true);
    assert.equal((await logpush.validate.destinationExists(conf))?.exists, true);
    const options = { ...of, logpull_options: 'fields=RayID' };
    assert.equal((await logpush.validate.origin(options))?.valid, true);
    const account = { account_id: api.accountId };
    const ofAccount = await logpush.jobs.create({
      ...account,
      dataset: 'audit_logs',
      destination_conf: receiver.conf,
    });
    assert.deepEqual(await Array.fromAsync(logpush.jobs.list(account)), [ofAccount]);
    assert.deepEqual(await logpush.jobs.delete(ofAccount?.id ?? 0, account), { id: ofAccount?.id });
    assert.deepEqual(await logpush.jobs.delete(id, of), { id });
  });

  it('replaces output options as a whole, and shows the effective options', async () => {
    const job = await created({
      output_options: { field_names: ['RayID', 'BotScore'], sample_rate: 0.5, output_type: 'csv' },
    });
    const { field_names: byDefault, ...defaults } = {
      field_names: job.applied_output_options.field_names,
      output_type: 'ndjson',
      batch_prefix: '',
      batch_suffix: '',
      record_prefix: '{',
      record_suffix: '}\n',
      record_delimiter: '',
      field_delimiter: ',',
      record_template: '',
      timestamp_format: 'unixnano',
      sample_rate: 1,
      'CVE-2021-44228': false,
    };
    const written = { field_names: ['RayID', 'BotScore'], sample_rate: 0.5, output_type: 'csv' };
    assert.deepEqual(byDefault, written.field_names);
    assert.deepEqual(job.output_options, { ...written, 'CVE-2021-44228': false });
    const csv = { output_type: 'csv', record_prefix: '', record_suffix: '\n' };
    assert.deepEqual(job.applied_output_options, { ...defaults, ...csv, ...written });
    const change = async (output_options: unknown) => {
      const { result } = (await put(pathOf(job), { output_options })).body;
      const { field_names, ...applied } = result.applied_output_options;
      assert.ok(field_names.includes('ClientRequestHost'));
      return [result.output_options, applied];
    };
    const [, changed] = await change({ timestamp_format: 'rfc3339ns' });
    assert.deepEqual(changed, { ...defaults, timestamp_format: 'rfc3339ns' });
    // A published schema omits a digit.
    const [shown, alias] = await change({ 'CVE-2021-4428': 'true', sample_rate: 0 });
    assert.deepEqual(shown, { sample_rate: 0, 'CVE-2021-44228': true });
    assert.deepEqual(alias, { ...defaults, sample_rate: 0, 'CVE-2021-44228': true });
    assert.deepEqual(await change(null), [null, defaults]);
    const older = await put(pathOf(job), { logpull_options: 'fields=RayID&sample=0.25' });
    assert.equal(older.body.result.logpull_options, 'fields=RayID&sample=0.25');
    await put(pathOf(job), { enabled: true });
    const [run] = (await shipping.jobs([job.id])).running;
    assert.deepEqual([run?.output.fieldNames, run?.output.sampleRate], [['RayID'], 0.25]);
    await remove(job);
  });

  it('refuses invalid members, with a JSON pointer', async () => {
    const cases: readonly [object, string, RegExp][] = [
      [{ dataset: 'nonsense' }, '/dataset', /no dataset "nonsense".*http_requests/],
      [{ dataset: 'audit_logs' }, '/dataset', /belongs to accounts/],
      [{ name: 'a_b' }, '/name', /made of letters, digits, "." and "-"/],
      [{ name: 'x'.repeat(513) }, '/name', /at most 512/],
      [{ kind: 'other' }, '/kind', /one of/],
      [{ dataset: 'firewall_events', kind: 'edge' }, '/kind', /http_requests/],
      [{ kind: 'edge', max_upload_records: 1000 }, '/max_upload_records', /edge/],
      [{ max_upload_records: 999 }, '/max_upload_records', /from 1000 to 1000000/],
      [{ max_upload_bytes: 1 }, '/max_upload_bytes', /from 5000000/],
      [{ max_upload_interval_seconds: 301 }, '/max_upload_interval_seconds', /at most 300/],
      [{ max_upload_interval_seconds: 29 }, '/max_upload_interval_seconds', /from 30 to 300/],
      [{ frequency: 'sometimes' }, '/frequency', /high, low/],
      [{ output_options: { colour: 'red' } }, '/output_options/colour', /not a member/],
      [
        { output_options: { field_names: ['RayID', 'Nothing'] } },
        '/output_options/field_names/1',
        /Nothing/,
      ],
      [{ output_options: { output_type: 'xml' } }, '/output_options/output_type', /csv/],
      [{ output_options: { sample_rate: 1.1 } }, '/output_options/sample_rate', /at most 1/],
      [
        { output_options: { record_template: '{{ if .RayID }}' } },
        '/output_options/record_template',
        /\{\{ \.Field \}\}/,
      ],
      [{ logpull_options: 'fields=Nothing' }, '/logpull_options', /Nothing/],
      [
        { destination_conf: 'gopher://host/' },
        '/destination_conf',
        /validating destination.*gopher/,
      ],
      [{ destination_conf: '' }, '/destination_conf', /must not be empty/],
      [
        { destination_conf: 'loki://host?labels=a%3D1', output_options: { batch_prefix: '[' } },
        '/output_options/batch_prefix',
        /loki destinations store records one by one/,
      ],
      [
        { destination_conf: 'elastic://host/logs', output_options: { output_type: 'csv' } },
        '/output_options/output_type',
        /must be "ndjson"/,
      ],
      [
        { destination_conf: 'elastic://host/logs', output_options: { record_suffix: ']' } },
        '/output_options/record_suffix',
        /must be "}"/,
      ],
    ];
    for (const [body, pointer, text] of cases) {
      assert.equal(refused(await create(body), 400, 1002, text), pointer, JSON.stringify(body));
    }
    const without = await post(`${base()}/jobs`, { name: 'x' });
    assert.equal(refused(without, 400, 1002, /required/), '/destination_conf');
    assert.equal((await api.call('GET', `${base()}/jobs/0`)).status, 404);
    assert.equal((await api.call('GET', `${base()}/jobs/0x10`)).body.errors[0].code, 7003);
    assert.equal((await api.call('GET', `${base()}/jobs/${'9'.repeat(30)}`)).status, 404);
  });

  it('refuses filters that are invalid or too large, and counts operators', async () => {
    const job = await created();
    const long = filterOf(leaf('ClientRequestPath', 'eq', ''));
    const padded = (bytes: number) =>
      filterOf(leaf('ClientRequestPath', 'eq', 'x'.repeat(bytes - long.length)));
    const many = (leaves: number) =>
      filterOf({ or: Array.from({ length: leaves }, () => leaf('JA4', 'in', ['a'])) });
    // 30 comparisons would need more than 1000 bytes, so most operators are combinations.
    const nested = (depth: number) =>
      `{"where":${'{"or":['.repeat(depth)}${JSON.stringify(leaf('JA4', 'eq', 'a'))}${']}'.repeat(depth)}}`;
    const eq = leaf('JA4', 'eq', 'a');
    const cases: readonly [string, RegExp][] = [
      ['{}', /where/],
      ['{"where":[]}', /where/],
      [filterOf({ and: [] }), /where/],
      [filterOf({ and: [eq], or: [eq] }), /where/],
      [filterOf(leaf('JA4', 'lt', 3)), /where/],
      [filterOf(leaf('BotScore', 'startsWith', '3')), /where/],
      [filterOf(leaf('BotScore', 'contains', 3)), /where/],
      [filterOf(leaf('BotScore', 'in', 3)), /where\.value/],
      [filterOf(leaf('BotScore', 'in', '200,201')), /where\.value/],
      [filterOf(leaf('Cookies', 'eq', 'a')), /where\.key/],
      [filterOf(leaf('Nothing', 'eq', 'a')), /where\.key/],
      [filterOf(leaf('JA4', 'EQ', 'a')), /where\.operator/],
      [filterOf({ and: [eq, { key: 'JA4', operator: 'eq' }] }), /where\.and\[1\]/],
      ['nonsense', /not valid JSON/],
      [nested(30), /31 operators/],
      [padded(1001), /1001 bytes/],
    ];
    for (const [filter, text] of cases) {
      const onCreation = await create({ filter });
      const form = /^creating a new job is not allowed: bad predicate: /;
      assert.equal(refused(onCreation, 400, 1004, form), '/filter', filter);
      assert.match(onCreation.body.errors[0].message, text);
      const onChange = await put(pathOf(job), { filter });
      refused(onChange, 400, 1004, /^updating the job is not allowed: bad predicate: /);
      const { body } = await post(`${base()}/validate/filter`, { filter });
      assert.equal(body.result.valid, false);
      assert.match(body.result.message, text);
    }
    for (const filter of [nested(29), padded(1000), many(12), '']) {
      const { status, body } = await put(pathOf(job), { filter });
      assert.equal(status, 200, JSON.stringify(body.errors));
      assert.equal(body.result.filter, filter);
    }
    assert.equal((await put(pathOf(job), { filter: null })).body.result.filter, null);
    await remove(job);
  });

  it('keeps dataset and kind, changes the name, and treats null as the default', async () => {
    const job = await created({ name: 'first', max_upload_records: 1000, frequency: 'low' });
    for (const [member, value] of [
      ['dataset', 'firewall_events'],
      ['kind', 'edge'],
    ] as const) {
      const answer = await put(pathOf(job), { [member]: value });
      assert.equal(refused(answer, 400, 1002, /updating the job is not allowed/), `/${member}`);
    }
    const nulls = { name: null, dataset: null, max_upload_records: null, frequency: null };
    const same = { ...job, id: 7, last_error: 'x' };
    assert.deepEqual((await put(pathOf(job), same)).body.result, job);
    const renamed = (await put(pathOf(job), { name: 'second' })).body.result;
    assert.deepEqual(renamed, { ...job, name: 'second' });
    const reset = (await put(pathOf(job), nulls)).body.result;
    assert.deepEqual(reset, { ...job, name: null, max_upload_records: null, frequency: 'high' });
    await remove(job);
  });

  it('stores jobs for datasets that no line is written to, says so, and never runs them', async () => {
    const members = {
      dataset: 'dns_logs',
      enabled: true,
      filter: filterOf(leaf('ResponseCode', 'geq', 3)),
      output_options: {
        field_names: ['QueryName', 'ResponseCode'],
        record_template: '{{ .QueryName }}',
      },
    };
    const codes = (answer: TestResponse) =>
      answer.body.messages.map(({ code }: { code: number }) => code);
    const made = await create(members);
    assert.deepEqual([made.status, codes(made)], [201, [11072]]);
    const job = made.body.result;
    assert.deepEqual([job.dataset, job.filter], ['dns_logs', members.filter]);
    assert.deepEqual(job.applied_output_options.field_names, members.output_options.field_names);
    assert.match(job.error_message, /dns_logs.*never delivers a line/);
    const read = await api.call('GET', pathOf(job));
    assert.equal(read.body.result.error_message, job.error_message);
    assert.deepEqual(codes(await api.call('GET', `${pathOf(job)}/ledger`)), [11072]);
    const listed = await api.call('GET', `${base()}/datasets/dns_logs/jobs`);
    assert.deepEqual(
      listed.body.result.map(({ id }: { id: number }) => id),
      [job.id],
    );
    assert.deepEqual(codes(await put(pathOf(job), { name: 'dns' })), [11072]);
    const jobs = await shipping.jobs([job.id]);
    assert.deepEqual([jobs.running, jobs.paused], [[], [job.id]]);
    refused(await post(`${pathOf(job)}/retry`, {}), 400, 1004, /never delivers a line/);
    const fields = await api.call('GET', `${base()}/datasets/dns_logs/fields`);
    refused(fields, 400, 1002, /Palisade writes none/);
    await remove(job);
  });

  it('tests a new destination, and refuses one that does not work', async () => {
    const job = await created();
    const other = `${receiver.conf}&header_X-Team=a`;
    const sent = receiver.bodies.length;
    assert.equal((await put(pathOf(job), { destination_conf: other })).status, 200);
    assert.equal(receiver.bodies.length, sent + 1);
    receiver.respond(403);
    const conf = `${receiver.conf}&header_X-Team=b`;
    const answers = [await put(pathOf(job), { destination_conf: conf }), await create()];
    for (const answer of answers) {
      const text = /^error validating destination: error writing object: error uploading .*403/;
      assert.equal(refused(answer, 400, 1002, text), '/destination_conf');
      assert.doesNotMatch(JSON.stringify(answer.body), /receiver-secret/);
    }
    const { body } = await post(`${base()}/validate/destination`, { destination_conf: conf });
    assert.equal(body.result.valid, false);
    assert.match(body.result.message, /403/);
    // The same destination is not tested again.
    assert.equal((await put(pathOf(job), { destination_conf: other })).status, 200);
    receiver.respond(undefined);
    const hanging = create();
    const late = hanging.then(() => true);
    while (!(await Promise.race([late, api.clock.advance(1_000)]))) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    refused(await hanging, 400, 1002, /did not respond within 10 seconds/);
    for (const address of ['http://192.0.2.1/', 'https://10.0.0.1/logs']) {
      const refusal = await create({ destination_conf: address });
      refused(refusal, 400, 1002, /^error validating destination: /);
    }
    await remove(job);
  });

  it('checks whether a destination is in use, by address', async () => {
    const exists = async (destination_conf: string, zoneId = zone) =>
      (await post(`${base(zoneId)}/validate/destination/exists`, { destination_conf })).body.result;
    const fresh = await api.newZone();
    const job = await created({ destination_conf: receiver.conf }, fresh);
    const [address = ''] = receiver.conf.split('?');
    assert.deepEqual(await exists(`${address}?header_X=other`, fresh), { exists: true });
    assert.deepEqual(await exists(`${address}/elsewhere`, fresh), { exists: false });
    assert.deepEqual(await exists(receiver.conf, await api.newZone()), { exists: false });
    await remove(job, fresh);
    assert.deepEqual(await exists(receiver.conf, fresh), { exists: false });
  });

  it('requires a proof of ownership for some destinations', async () => {
    const conf = 's3://bucket/dir/{DATE}?region=eu-west-1';
    const tokens = new OwnershipTokens(() => EDGE_KEY, api.clock);
    const owner = { kind: 'zone', id: zone } as const;
    const token = tokens.issue(owner, parseDestination(conf));
    const attempt = (challenge?: string, destination_conf = conf) =>
      create({ destination_conf, ...(challenge && { ownership_challenge: challenge }) });
    const pointer = refused(await attempt(), 400, 1002, /needs "ownership_challenge"/);
    assert.equal(pointer, '/ownership_challenge');
    refused(await attempt('a.b.c'), 400, 1002, /not issued by this server/);
    const elsewhere = 's3://other/dir?region=eu-west-1';
    refused(await attempt(token, elsewhere), 400, 1002, /another destination/);
    // With a proof the destination is tested: the operator has configured no credentials for the bucket.
    const without = 's3://bucket/dir?region=eu-west-1';
    for (const same of [conf, without]) {
      refused(await attempt(token, same), 400, 1002, /validating destination: .*credentials/i);
    }
    const valid = async (zoneId: string, ownership_challenge: string, destination_conf = conf) =>
      (await post(`${base(zoneId)}/ownership/validate`, { destination_conf, ownership_challenge }))
        .body.result.valid;
    assert.equal(await valid(zone, token), true);
    assert.equal(await valid(zone, `${token.slice(0, -2)}AA`), false);
    assert.equal(await valid(await api.newZone(), token), false);
    const unknown = await post(`${base()}/ownership`, { destination_conf: conf });
    assert.deepEqual([unknown.status, unknown.body.result.valid], [200, false]);
    assert.match(unknown.body.result.message, /credentials/i);
    const broken = await post(`${base()}/ownership`, { destination_conf: 'nonsense' });
    assert.deepEqual([broken.status, broken.body.result.valid], [200, false]);
    await api.clock.advance(7 * 24 * HOUR);
    assert.equal(await valid(zone, token), false);
    refused(await attempt(token), 400, 1002, /expired/);
  });

  it('proves ownership by a file that it writes to the destination', async () => {
    const conf = 'gs://logs/edge/{DATE}';
    const answer = await post(`${base()}/ownership`, { destination_conf: conf });
    const { valid, filename, message } = answer.body.result;
    assert.deepEqual([valid, message], [true, '']);
    assert.match(filename, /ownership-challenge\.txt$/);
    const ownership_challenge = receiver.objects.get(filename) ?? '';
    assert.match(ownership_challenge, /^[\w-]+\.[\w-]+\.[\w-]+$/);
    const job = await created({ destination_conf: conf, ownership_challenge });
    // A change of the folder needs a new proof; other changes need none.
    assert.equal((await put(pathOf(job), { enabled: true })).status, 200);
    const moved = 'gs://logs/other';
    refused(await put(pathOf(job), { destination_conf: moved }), 400, 1002, /ownership/);
    const wrong = { destination_conf: moved, ownership_challenge };
    refused(await put(pathOf(job), wrong), 400, 1002, /another destination/);
    await remove(job);
  });

  it('needs an enterprise zone and the permission to write logs, and has a limit of jobs', async () => {
    const pro = await api.newZone('pro');
    refused(await create({}, pro), 403, 1006, /enterprise/);
    const full = await api.newZone();
    const jobs: { id: number }[] = [];
    for (let n = 0; n < 20; n++) jobs.push(await created({}, full));
    const text = /^creating a new job is not allowed: exceeded max jobs allowed/;
    refused(await create({}, full), 400, 1004, text);
    await remove(jobs[0] as { id: number }, full);
    await created({}, full);
    const [read, write] = [
      await api.zoneToken(LOGS_READ, zone),
      await api.zoneToken(LOGS_WRITE, zone),
    ];
    const status = async (token: string, method: string, path: string, body?: object) =>
      (await api.call(method, path, { token, body })).status;
    assert.equal(await status(write, 'GET', `${base()}/jobs`), 200);
    assert.equal(await status(read, 'GET', `${base()}/jobs`), 403);
    assert.equal(await status(read, 'POST', `${base()}/jobs`, { destination_conf: 'x' }), 403);
    assert.equal(await status(read, 'GET', `${base()}/datasets/http_requests/fields`), 200);
    assert.equal(await status(read, 'POST', `${base()}/validate/filter`, { filter: '' }), 200);
    assert.equal(await status(write, 'GET', `/accounts/${api.accountId}/logpush/jobs`), 403);
  });

  it('keeps secrets of destinations out of the database and the audit log', async () => {
    const job = await created();
    await put(pathOf(job), { destination_conf: receiver.conf.replace('secret', 'password') });
    const rows = await api.core.database.read
      .selectFrom('logpush_jobs')
      .selectAll()
      .where('id', '=', job.id)
      .execute();
    const entries = await api.core.database.read
      .selectFrom('audit_entries')
      .selectAll()
      .where('resource', '=', 'logpush_job')
      .where('resource_id', '=', String(job.id))
      .orderBy('seq')
      .execute();
    assert.doesNotMatch(JSON.stringify([rows, entries]), /receiver-(secret|password)/);
    assert.equal(entries.length, 2);
    assert.match(entries[1]?.after ?? '', /127\.0\.0\.1.*\(changed\)/);
    await remove(job);
  });

  it('explains that a destination was encrypted with another key', async () => {
    const job = await created({ enabled: true });
    const row = { destination: Buffer.alloc(60, 1).toString('base64') };
    await api.core.database.transaction((tx) =>
      tx.updateTable('logpush_jobs').set(row).where('id', '=', job.id).execute(),
    );
    const { result } = (await api.call('GET', pathOf(job))).body;
    assert.equal(result.destination_conf, '');
    assert.match(result.error_message, /another key.*PALISADE_EDGE_KEY/);
    assert.deepEqual(await shipping.jobs([job.id]), { running: [], paused: [job.id] });
    assert.equal((await put(pathOf(job), { enabled: false })).status, 200);
    refused(await put(pathOf(job), { enabled: true }), 400, 1002, /cannot be read; send it again/);
    const mended = await put(pathOf(job), { enabled: true, destination_conf: receiver.conf });
    assert.deepEqual([mended.status, mended.body.result.error_message], [200, null]);
    assert.equal((await shipping.jobs([job.id])).running.length, 1);
    await remove(job);
  });

  it('lists the fields of datasets', async () => {
    const fields = (path: string) => api.call('GET', `${base()}/datasets/${path}`);
    const all = (await fields('http_requests/fields')).body.result;
    const byDefault = (await fields('http_requests/fields/default')).body.result;
    assert.ok(Object.keys(all).length > Object.keys(byDefault).length);
    assert.ok(Object.keys(byDefault).every((name) => all[name] === byDefault[name]));
    assert.equal(typeof all.WAFFlags, 'string');
    refused(await fields('nonsense/fields'), 400, 1002, /no dataset "nonsense"/);
    const account = `/accounts/${api.accountId}/logpush/datasets`;
    assert.equal((await api.call('GET', `${account}/audit_logs/fields`)).status, 200);
    const foreign = await api.call('GET', `${account}/http_requests/fields`);
    refused(foreign, 400, 1002, /belongs to zones.*audit_logs/);
  });

  it('checks options in the older form', async () => {
    const check = async (body: object) =>
      (await post(`${base()}/validate/origin`, body)).body.result;
    const good = await check({ logpull_options: 'fields=RayID,ClientIP&timestamps=rfc3339' });
    assert.deepEqual(good, { valid: true, message: '' });
    assert.equal((await check({ logpull_options: null })).valid, true);
    const bad = await check({ logpull_options: 'fields=Nothing' });
    assert.equal(bad.valid, false);
    assert.match(bad.message, /Nothing/);
    assert.equal((await check({ logpull_options: '', dataset: 'nonsense' })).valid, false);
  });

  it('shows which lines pass in all examples of the documentation', async () => {
    for (const [where, expected, operators] of workedExamples) {
      const body = { filter: filterOf(where), lines: workedLines };
      const { result } = (await post(`${base()}/validate/filter`, body)).body;
      const passes = result.passes.map((pass: boolean) => (pass ? 'T' : 'F')).join('');
      assert.deepEqual([passes, result.operators], [expected, operators], body.filter);
    }
  });

  it('shows which sample lines pass a filter', async () => {
    const check = (body: object) => post(`${base()}/validate/filter`, body);
    const lines = [{ EdgeResponseStatus: 500, ClientRequestHost: 'a.test' }, {}];
    const filter = filterOf(leaf('EdgeResponseStatus', 'geq', '500'));
    const { result } = (await check({ filter, lines })).body;
    assert.deepEqual(result, { valid: true, message: '', operators: 1, passes: [true, false] });
    const wrong = await check({ filter, lines: [{}, { EdgeResponseStatus: 'many' }] });
    assert.equal(refused(wrong, 400, 1002, /lines\[1\]/), '/lines/1/EdgeResponseStatus');
    const unknown = await check({ filter, lines: [{ Nothing: 1 }] });
    assert.equal(refused(unknown, 400, 1002, /no such field/), '/lines/0/Nothing');
    const tooMany = await check({ filter, lines: Array.from({ length: 1001 }, () => ({})) });
    assert.equal(refused(tooMany, 400, 1002, /at most 1000/), '/lines');
  });

  const ledger = (figures: Partial<Ledger>): Ledger => ({
    produced: 0,
    delivered: 0,
    filtered: 0,
    sampledOut: 0,
    pending: 0,
    dropped: 0,
    missed: 0,
    batches: 0,
    bytes: 0,
    bytesSent: 0,
    ...figures,
  });
  const progress = (jobId: number, more: Partial<JobProgress>): JobProgress => ({
    jobId,
    ledger: ledger({}),
    batches: [],
    lastComplete: undefined,
    failure: undefined,
    replayed: [],
    ...more,
  });
  const batch = (id: string, more: object = {}) => ({
    id,
    state: 'sending' as const,
    produced: 10,
    filtered: 4,
    sampledOut: 1,
    records: 5,
    bytes: 500,
    bytesSent: 100,
    firstTime: api.clock.now() - 2_000,
    lastTime: api.clock.now() - 1_000,
    attempts: 1,
    at: api.clock.now(),
    replay: undefined,
    ...more,
  });

  it('shows the reports of nodes: state, ledger and batches', async () => {
    const job = await created({ enabled: true });
    const now = api.clock.now();
    const counted = ledger({ produced: 10, delivered: 5, filtered: 4, sampledOut: 1, batches: 1 });
    const failure = { at: now - 500, since: now - 600, message: 'away' };
    await shipping.record('a', [
      progress(job.id, { ledger: counted, batches: [batch('b1'), batch('b2')], lastComplete: now }),
    ]);
    await shipping.record('b', [progress(job.id, { ledger: counted, failure })]);
    const text = new Date(now).toISOString();
    const failing = (await api.call('GET', pathOf(job))).body.result;
    assert.equal(Date.parse(failing.last_complete), now);
    assert.equal(Date.parse(failing.last_error), now - 500);
    assert.equal(failing.error_message, 'away');
    const { total, nodes } = (await api.call('GET', `${pathOf(job)}/ledger`)).body.result;
    assert.deepEqual([total.produced, total.delivered, total.sampled_out], [20, 10, 2], text);
    assert.deepEqual(
      nodes.map((each: { node: string; error_message: string }) => [each.node, each.error_message]),
      [
        ['a', null],
        ['b', 'away'],
      ],
    );
    await shipping.record('b', [progress(job.id, { ledger: counted, lastComplete: now - 10_000 })]);
    await shipping.record('a', [
      progress(job.id, { ledger: counted, batches: [batch('b1', { state: 'delivered' })] }),
    ]);
    const mended = (await api.call('GET', pathOf(job))).body.result;
    assert.deepEqual([mended.last_error, mended.error_message], [null, null]);
    await shipping.record('gone', [progress(job.id, { failure })]);
    assert.equal((await api.call('GET', pathOf(job))).body.result.error_message, 'away');
    await api.clock.advance(3 * HOUR);
    await shipping.record('b', [progress(job.id, { ledger: counted, lastComplete: now })]);
    assert.equal((await api.call('GET', pathOf(job))).body.result.error_message, null);
    const batches = `${pathOf(job)}/ledger/batches`;
    const page = (await api.call('GET', `${batches}?per_page=1`)).body;
    assert.deepEqual([page.result[0].id, page.result_info.total_count], ['b2', 2]);
    const second = (await api.call('GET', `${batches}?per_page=1&page=2`)).body.result[0];
    assert.deepEqual([second.id, second.state, second.node], ['b1', 'delivered', 'a']);
    const many = Array.from({ length: 1_100 }, (_, n) => batch(`m${n}`));
    await shipping.record('a', [progress(job.id, { ledger: counted, batches: many })]);
    const kept = (await api.call('GET', batches)).body;
    assert.deepEqual([kept.result[0].id, kept.result_info.total_count], ['m1099', 1000]);
    await remove(job);
    await shipping.record('a', [progress(job.id, { ledger: counted, batches: [batch('b3')] })]);
    refused(await api.call('GET', `${pathOf(job)}/ledger`), 404, 1003, /job not found/);
  });

  it('stores the reports of a node about several jobs at once, also if one of them was deleted', async () => {
    const jobs = await Promise.all(['a', 'b', 'c'].map((name) => created({ name })));
    const gone = jobs.shift() ?? assert.fail();
    await remove(gone);
    const batches = (name: string) => Array.from({ length: 60 }, (_, n) => batch(`${name}${n}`));
    await shipping.record(
      'a',
      [gone, ...jobs].map(({ id, name }) =>
        progress(id, { ledger: ledger({ produced: 60 }), batches: batches(name) }),
      ),
    );
    for (const job of jobs) {
      const { total } = (await api.call('GET', `${pathOf(job)}/ledger`)).body.result;
      const { result, result_info } = (await api.call('GET', `${pathOf(job)}/ledger/batches`)).body;
      assert.deepEqual(
        [total.produced, result_info.total_count, result[0].id],
        [60, 60, `${job.name}59`],
      );
      await remove(job);
    }
  });

  it('disables a job that has failed for a day, and records one alert', async () => {
    const job = await created({ enabled: true, name: 'failing' });
    const since = api.clock.now();
    const fail = (node: string, more: object = {}) =>
      shipping.record(node, [
        progress(job.id, { failure: { at: api.clock.now(), since, message: 'away' }, ...more }),
      ]);
    const isEnabled = async () => (await api.call('GET', pathOf(job))).body.result.enabled;
    const alerts = async () =>
      (await api.alerts()).flatMap((alert) =>
        alert.kind === 'logpush_job_disabled' && alert.jobId === job.id ? [alert] : [],
      );
    await api.clock.advance(24 * HOUR - 1_000);
    await fail('a');
    assert.equal(await isEnabled(), true);
    await api.clock.advance(2_000);
    // Another node still delivers.
    await shipping.record('b', [progress(job.id, { lastComplete: api.clock.now() })]);
    await fail('a');
    assert.equal(await isEnabled(), true);
    await shipping.record('b', [progress(job.id, { lastComplete: since })]);
    await fail('a');
    assert.equal(await isEnabled(), false);
    const { result } = (await api.call('GET', pathOf(job))).body;
    assert.equal(result.error_message, 'away');
    await fail('a');
    const [alert, ...more] = await alerts();
    assert.equal(more.length, 0);
    assert.deepEqual(
      [alert?.jobName, alert?.destinationKind, alert?.zoneId, alert?.accountId],
      ['failing', 'https', zone, api.accountId],
    );
    assert.equal(alert?.reason, 'away');
    assert.doesNotMatch(JSON.stringify(alert), /secret|127\.0\.0\.1/);
    assert.deepEqual(await shipping.jobs([job.id]), { running: [], paused: [job.id] });
    // Enabled again, it has another day, and shows its failure until the next delivery.
    const enabled = await put(pathOf(job), { enabled: true });
    assert.equal(enabled.body.result.error_message, 'away');
    await fail('a');
    assert.equal(await isEnabled(), true);
    assert.equal((await alerts()).length, 1);
    await api.clock.advance(25 * HOUR);
    await fail('a');
    assert.equal(await isEnabled(), false);
    assert.equal((await alerts()).length, 2);
    await remove(job);
  });

  it('provides the jobs of the shipping process, and the ids of jobs that a change affects', async () => {
    const fresh = await api.newZone();
    const job = await created({ enabled: true, max_upload_interval_seconds: 60 }, fresh);
    const disabled = await created({}, fresh);
    const ids = [job.id, disabled.id];
    const found = await shipping.jobs(ids);
    assert.deepEqual([found.running.length, found.paused], [1, [disabled.id]]);
    const [run] = found.running;
    assert.deepEqual(run, {
      id: job.id,
      version: 1,
      name: '',
      scope: { kind: 'zone', id: fresh },
      dataset: 'http_requests',
      periods: [{ from: api.clock.now() }],
      destination: receiver.conf,
      filter: undefined,
      output: run?.output,
      limits: { records: 100_000, bytes: 16_000_000, seconds: 60 },
      replays: [],
    });
    const event = (resource: string, resourceId: string, zoneId: string | null) =>
      ({ seq: 1, action: 'update', resource, resourceId, accountId: null, zoneId }) as const;
    const touched = (...event_: Parameters<typeof event>) => shipping.touchedBy(event(...event_));
    assert.deepEqual(touched('logpush_job', String(job.id), fresh), [job.id]);
    assert.deepEqual(touched('zone', fresh, fresh), ids);
    assert.deepEqual(touched('zone', 'a'.repeat(32), 'a'.repeat(32)), []);
    assert.deepEqual(touched('pool', fresh, fresh), []);
    const since = api.clock.now();
    await api.clock.advance(1_000);
    const off = await put(pathOf(job, fresh), { enabled: false });
    assert.equal(off.status, 200);
    assert.deepEqual(await shipping.jobs(ids), { running: [], paused: ids });
    await api.clock.advance(4_000);
    await put(pathOf(job, fresh), { enabled: true });
    const [again] = (await shipping.jobs(ids)).running;
    // Edges hand lines over a little after they served them.
    const periods = [{ from: since, to: since + 3_000 }, { from: since + 5_000 }];
    assert.deepEqual([again?.version, again?.periods], [3, periods]);
    for (const enabled of [false, true]) await put(pathOf(job, fresh), { enabled });
    const [same] = (await shipping.jobs(ids)).running;
    assert.deepEqual([same?.version, same?.periods], [5, periods]);
    await put(pathOf(job, fresh), { filter: filterOf(leaf('BotScore', 'lt', 30)) });
    const [changed] = await shipping
      .jobs('all')
      .then((all) => all.running.filter(({ id }) => id === job.id));
    assert.deepEqual([changed?.version, changed?.periods], [6, periods]);
    const path = `/zones/${fresh}`;
    await api.call('PATCH', path, { body: { plan: { legacy_id: 'pro' } } });
    assert.deepEqual(await shipping.jobs(ids), { running: [], paused: ids });
    await api.call('PATCH', path, { body: { plan: { legacy_id: 'enterprise' } } });
    assert.equal((await shipping.jobs(ids)).running.length, 1);
    await api.call('DELETE', path);
    assert.deepEqual(touched('zone', fresh, fresh), ids);
    assert.deepEqual(await shipping.jobs(ids), { running: [], paused: [] });
    assert.deepEqual(touched('zone', fresh, fresh), []);
  });

  it('passes a request to try again at once to the nodes', async () => {
    const job = await created({ enabled: true });
    const asked = await post(`${pathOf(job)}/retry`, {});
    assert.deepEqual([asked.status, asked.body.result?.id], [200, job.id]);
    const [run] = (await shipping.jobs([job.id])).running;
    assert.deepEqual([run?.version, run?.retriedAt], [2, api.clock.now()]);
    await put(pathOf(job), { enabled: false });
    refused(await post(`${pathOf(job)}/retry`, {}), 400, 1004, /only an enabled job/);
    await remove(job);
    refused(await post(`${pathOf(job)}/retry`, {}), 404, 1003, /job not found/);
  });

  it('ships a time range again on request, within the retention of spools', async () => {
    const job = await created({ enabled: true });
    const path = `${pathOf(job)}/replay`;
    const now = api.clock.now();
    const text = (time: number) => new Date(time).toISOString();
    const ask = (from: number, to: number) => post(path, { start: text(from), end: text(to) });
    const cases: readonly [number, number, string, RegExp][] = [
      [now - HOUR, now - HOUR, '/end', /later than/],
      [now - HOUR, now + HOUR, '/end', /future/],
      [now - 25 * HOUR, now, '/start', /last 24 hours/],
    ];
    for (const [from, to, pointer, message] of cases) {
      assert.equal(refused(await ask(from, to), 400, 1002, message), pointer);
    }
    const bad = await post(path, { start: 'yesterday', end: text(now) });
    assert.equal(refused(bad, 400, 1002, /must be a time/), '/start');
    const replay = (await ask(now - HOUR, now)).body.result;
    assert.deepEqual([replay.state, replay.finished_on], ['running', []]);
    const [run] = (await shipping.jobs([job.id])).running;
    const range = { id: replay.id, from: now - HOUR, to: now };
    assert.deepEqual([run?.replays, run?.version], [[range], 2]);
    const listed = async () => (await api.call('GET', path)).body.result;
    assert.deepEqual(await listed(), [replay]);
    await shipping.record('a', [progress(job.id, {})]);
    await shipping.record('b', [progress(job.id, { replayed: [replay.id, 'unknown'] })]);
    const half = (await listed())[0];
    assert.deepEqual([half.state, half.finished_on], ['running', ['b']]);
    await shipping.record('a', [progress(job.id, { replayed: [replay.id] })]);
    assert.deepEqual((await listed())[0].state, 'finished');
    for (let n = 0; n < 10; n++) assert.equal((await ask(now - HOUR, now)).status, 200);
    refused(
      await ask(now - HOUR, now),
      400,
      1004,
      /^updating the job is not allowed: it has 10 unfinished replays/,
    );
    await api.clock.advance(25 * HOUR);
    assert.deepEqual(await listed(), []);
    assert.deepEqual((await shipping.jobs([job.id])).running[0]?.replays, []);
    const later = api.clock.now();
    assert.equal((await ask(later - HOUR, later)).status, 200);
    await put(pathOf(job), { enabled: false });
    refused(await ask(later - HOUR, later), 400, 1004, /only an enabled job/);
    await remove(job);
    refused(await ask(later - HOUR, later), 404, 1003, /job not found/);
  });

  it('copies audit entries and changes of health for jobs with these datasets', async () => {
    const folder = tempFolder();
    const embedded = openEmbeddedBus({
      folder: folder.path,
      writer: 'primary',
      clock: api.clock,
      onError: assert.fail,
    });
    const published = new Map<string, { accountId: string; fields: Record<string, unknown> }[]>();
    bus = {
      async publish(topic, batch) {
        const lines = batch as unknown as { accountId: string; fields: Record<string, unknown> }[];
        published.set(topic, [...(published.get(topic) ?? []), ...lines]);
        return await embedded.publish(topic, batch);
      },
    };
    try {
      const jobs = api.core.modules.flatMap((module) => module.jobs);
      const copies = jobs.filter(({ name }) => name.startsWith('logpush-copy-'));
      const copy = async () => {
        for (const job of copies) await job.run(new AbortController().signal);
      };
      await copy();
      assert.equal(published.size, 0);
      await api.clock.advance(1_000);
      const account = `/accounts/${api.accountId}/logpush/jobs`;
      const made: { id: number }[] = [];
      for (const dataset of ['audit_logs', 'health_events']) {
        const body = { dataset, destination_conf: receiver.conf, enabled: true };
        made.push((await post(account, body)).body.result);
      }
      const other = await api.newZone();
      await copy();
      const audited = () => published.get('audit-logs') ?? [];
      assert.deepEqual(
        audited().map(({ fields }) => [fields['ActionType'], fields['ResourceType']]),
        [
          ['create', 'logpush_job'],
          ['create', 'logpush_job'],
          ['create', 'zone'],
        ],
      );
      const [, , line] = audited();
      assert.deepEqual([line?.accountId, line?.fields['ResourceID']], [api.accountId, other]);
      assert.equal(line?.fields['When'], api.clock.now());
      await copy();
      assert.equal(audited().length, 3);
      await addHealthEvent(api);
      await copy();
      const [change] = published.get('health-events') ?? [];
      assert.equal(change?.accountId, api.accountId);
      assert.deepEqual(
        [change?.fields['PoolHealth'], change?.fields['OriginsUnhealthy']],
        ['unhealthy', ['first']],
      );
      for (const { id } of made) await api.call('DELETE', `${account}/${id}`);
      const count = audited().length;
      await copy();
      assert.equal(audited().length, count);
    } finally {
      bus = withoutNode.bus;
      await embedded.close();
      folder.remove();
    }
  });
});

function bucketCredentials(endpoint: string): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const service_account = {
    client_email: 'logs@project.test',
    private_key: privateKey,
    token_uri: `${endpoint}/token`,
  };
  return JSON.stringify([{ bucket: 'gs://logs', endpoint, service_account }]);
}

async function addHealthEvent(api: TestApi): Promise<void> {
  await api.core.database.transaction(async (tx) => {
    const { seq } = await tx
      .insertInto('health_events')
      .values({
        account_id: api.accountId,
        pool_id: 'p'.repeat(32),
        pool_name: 'pool',
        minimum_origins: 1,
        was_healthy: 1,
        healthy: 0,
        created_at: api.clock.now(),
      })
      .returning('seq')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('health_event_origins')
      .values({
        event_seq: seq,
        position: 0,
        name: 'first',
        address: '192.0.2.1',
        was_healthy: 1,
        healthy: 0,
        failure_reason: 'TCP connection failed',
        response_code: null,
        round_trip_ms: 0,
      })
      .execute();
  });
}
