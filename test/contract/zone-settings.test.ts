import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SnapshotBuilder } from '../../src/app/snapshots/snapshot-builder.ts';
import { zoneSettings } from '../../src/catalogs/zone-settings/zone-settings.ts';
import type { SnapshotUpdate } from '../../src/contracts/snapshot/snapshot-update.ts';
import type { ZoneSection } from '../../src/contracts/snapshot/zone-section.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi, type TestResponse } from '../support/test-api.ts';

const codes = (answer: TestResponse) =>
  [...answer.body.errors, ...answer.body.messages].map(({ code }: { code: number }) => code);

interface Entry {
  readonly resource: { readonly type: string };
  readonly oldValueJson: { readonly frequency?: string };
  readonly newValueJson: { readonly frequency?: string };
}

describeOnEachDatabase('settings of a zone', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  const read = (zone: string, id = '') => api.call('GET', `/zones/${zone}/settings/${id}`);
  const write = (zone: string, id: string, body: object) =>
    api.call('PATCH', `/zones/${zone}/settings/${id}`, { body });
  const writeAll = (zone: string, ...items: object[]) =>
    api.call('PATCH', `/zones/${zone}/settings`, { body: { items } });

  async function sectionOf(zone: string): Promise<ZoneSection | undefined> {
    const sections = api.core.modules.flatMap((module) => module.sections);
    const section = sections.find(({ name }) => name === 'zone');
    return (await section?.build([zone]))?.get(zone) as ZoneSection | undefined;
  }

  it('all exist with their defaults, which are not sent to the edge', async () => {
    const zone = await api.newZone();
    const { result } = (await api.call('GET', `/zones/${zone}/settings`)).body;
    assert.equal(result.length, zoneSettings.length);
    for (const [n, { id, member, default: value, amongOthers }] of zoneSettings.entries()) {
      const rest = { id, editable: true, modified_on: null };
      assert.deepEqual(result[n], { ...rest, [member]: amongOthers?.(value) ?? value });
      assert.deepEqual((await read(zone, id)).body.result, { ...rest, [member]: value });
    }
    assert.ok(!('traffic' in ((await sectionOf(zone)) ?? {})));
  });

  it('keep every default when it is written, and are reset to it by null', async () => {
    const zone = await api.newZone();
    for (const { id, member, default: value, reason } of zoneSettings) {
      const written = await write(zone, id, { [member]: value });
      assert.deepEqual(written.body.result?.[member], value, JSON.stringify(written.body));
      assert.ok(written.body.result.modified_on, id);
      // Settings without effect have a notice.
      assert.deepEqual(codes(written), reason === undefined ? [] : [11053]);
      const reset = await write(zone, id, { [member]: null });
      assert.deepEqual(reset.body.result, {
        id,
        [member]: value,
        editable: true,
        modified_on: null,
      });
    }
  });

  it('keep the members of an object that are not sent', async () => {
    const zone = await api.newZone();
    const header = (security: object | null) =>
      write(zone, 'security_header', { value: { strict_transport_security: security } });
    const shown = async () =>
      (await read(zone, 'security_header')).body.result.value.strict_transport_security;
    const defaults = await shown();
    // Browsers would delete the HSTS entry: that is allowed, with a notice.
    assert.deepEqual(codes(await header({ enabled: true })), [11056]);
    assert.deepEqual(await shown(), { ...defaults, enabled: true });
    assert.deepEqual(codes(await header({ max_age: 600, nosniff: true })), []);
    assert.deepEqual(codes(await header({ include_subdomains: true, nosniff: null })), []);
    const merged = { ...defaults, enabled: true, max_age: 600, include_subdomains: true };
    assert.deepEqual(await shown(), merged);
    assert.deepEqual((await sectionOf(zone))?.traffic, {
      transportSecurity: 'max-age=600; includeSubDomains',
    });
    // In order, in a bulk change.
    const part = (security: object) => ({
      id: 'security_header',
      value: { strict_transport_security: security },
    });
    const both = await writeAll(zone, part({ max_age: 0 }), part({ preload: true }));
    assert.deepEqual(codes(both), [11056]);
    assert.deepEqual(await shown(), { ...merged, max_age: 0, preload: true });
    await header(null);
    assert.deepEqual(await shown(), defaults);
    const empty = await write(zone, 'security_header', { value: {} });
    assert.deepEqual(empty.body.result.value, { strict_transport_security: defaults });
    const minify = await write(zone, 'minify', { value: { css: 'on', html: null, js: null } });
    assert.deepEqual(minify.body.result.value, { css: 'on', html: 'off', js: 'off' });
  });

  it('show the timeout of origins as a number, and as text in calls of older clients', async () => {
    const zone = await api.newZone();
    const id = 'proxy_read_timeout';
    for (const value of [120, '120']) {
      const answer = await write(zone, id, { value });
      assert.equal(answer.body.result.value, 120);
      const several = await writeAll(zone, { id, value });
      assert.equal(several.body.result[0].value, '120');
      assert.equal((await read(zone, id)).body.result.value, 120);
      const all = (await api.call('GET', `/zones/${zone}/settings`)).body.result as {
        id: string;
        value: unknown;
      }[];
      assert.equal(all.find((each) => each.id === id)?.value, '120');
    }
    for (const value of [0, 6_001, '0', '6001', '9999', 'x']) {
      const refused = await write(zone, 'proxy_read_timeout', { value });
      assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 1007]);
    }
  });

  it('take effect at the edge', async () => {
    const zone = await api.newZone();
    const security = {
      enabled: true,
      max_age: 86_400,
      include_subdomains: true,
      preload: false,
      nosniff: true,
    };
    const values = {
      always_use_https: 'on',
      challenge_ttl: 300,
      http2: 'off',
      max_upload: 100,
      min_tls_version: '1.3',
      security_header: { strict_transport_security: security },
      true_client_ip_header: 'on',
      webp: 'on',
      websockets: 'off',
    };
    const items = Object.entries(values).map(([id, value]) => ({ id, value }));
    const written = await writeAll(zone, ...items);
    assert.deepEqual(
      written.body.result.map(({ value }: { value: unknown }) => value),
      Object.values(values),
    );
    // Visitors are redirected to https, which this installation does not serve.
    assert.deepEqual(codes(written), [11056, 11053]);
    assert.match(
      written.body.messages[0].message,
      /"always_use_https": .*PALISADE_EDGE_TLS_LISTEN/,
    );
    assert.deepEqual((await sectionOf(zone))?.traffic, {
      alwaysUseHttps: true,
      tls: { version: 'TLSv1.3', noHttp2: true },
      noWebSockets: true,
      transportSecurity: 'max-age=86400; includeSubDomains',
      noSniff: true,
      clearanceSeconds: 300,
      maxUploadMegabytes: 100,
      trueClientIp: true,
    });
    await writeAll(zone, { id: 'min_tls_version', value: '1.2' }, { id: 'tls_1_3', value: 'off' });
    assert.equal((await sectionOf(zone))?.traffic?.tls?.version, 'TLSv1.2');
    await writeAll(zone, ...[...items, { id: 'tls_1_3' }].map(({ id }) => ({ id, value: null })));
    assert.ok(!('traffic' in ((await sectionOf(zone)) ?? {})));
  });

  it('are sent to the edge when they change', async () => {
    const zone = await api.newZone();
    const sections = api.core.modules.flatMap((module) => module.sections);
    const builder = new SnapshotBuilder({ sections });
    await builder.buildAll();
    const updates: SnapshotUpdate[] = [];
    builder.onUpdate((update) => updates.push(update));
    await write(zone, 'http2', { value: 'off' });
    const event = await api.core.database.read
      .selectFrom('outbox')
      .select(['seq', 'resource', 'resource_id as resourceId'])
      .select(['account_id as accountId', 'zone_id as zoneId'])
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    await builder.onChanges([{ ...event, action: 'update' }]);
    const sent = updates.flatMap(({ zones }) => zones).find(({ zoneId }) => zoneId === zone);
    assert.deepEqual(sent?.sections.zone.traffic, { tls: { noHttp2: true } });
  });

  it('keep the time of their last change, and leave one audit entry for each', async () => {
    const zone = await api.newZone();
    const first = (await write(zone, 'brotli', { value: 'on' })).body.result;
    await api.clock.advance(5_000);
    assert.deepEqual((await write(zone, 'brotli', { value: 'on' })).body.result, first);
    const second = (await write(zone, 'brotli', { value: 'off' })).body.result;
    assert.ok(second.modified_on > first.modified_on);
    const log = await api.call('GET', `/accounts/${api.accountId}/audit_logs?per_page=10`);
    const entries = log.body.result.filter(
      ({ resource }: { resource: { type: string } }) => resource.type === 'zone_setting',
    );
    assert.ok(entries.length >= 2);
  });

  it('have notices about values without an effect of their own', async () => {
    const zone = await api.newZone();
    for (const [id, value] of [
      ['min_tls_version', '1.0'],
      ['min_tls_version', '1.1'],
      ['tls_1_3', 'zrt'],
    ]) {
      assert.deepEqual(codes(await write(zone, id as string, { value })), [11054]);
    }
    assert.ok(!('traffic' in ((await sectionOf(zone)) ?? {})));
  });

  it('refuse invalid values, with a JSON pointer', async () => {
    const zone = await api.newZone();
    const header = (security: object) => ({ strict_transport_security: security });
    const bad: [id: string, body: object, pointer: string][] = [
      ['always_use_https', { value: 'yes' }, '/value'],
      ['always_use_https', { value: true }, '/value'],
      ['challenge_ttl', { value: 301 }, '/value'],
      ['challenge_ttl', { value: '300' }, '/value'],
      ['max_upload', { value: 5_001 }, '/value'],
      ['min_tls_version', { value: '1.4' }, '/value'],
      ['security_header', { value: 'on' }, '/value'],
      [
        'security_header',
        { value: header({ max_age: -1 }) },
        '/value/strict_transport_security/max_age',
      ],
      ['ciphers', { value: Array(65).fill('x') }, '/value'],
      ['ssl_recommender', { enabled: 'on' }, '/enabled'],
    ];
    for (const [id, body, pointer] of bad) {
      const answer = await write(zone, id, body);
      assert.deepEqual([answer.status, answer.body.errors[0].code], [400, 1007], id);
      assert.deepEqual(answer.body.errors[0].source, { pointer });
    }
    const unknown = await write(zone, 'security_header', {
      value: header({ enabled: true, x: 1 }),
    });
    assert.deepEqual(unknown.body.messages[0].code, 11050);
    // Has no value for this setting.
    const other = await write(zone, 'always_use_https', { enabled: true });
    assert.deepEqual([other.body.result.modified_on, codes(other)], [null, [11050, 11058]]);
    const empty = await write(zone, 'always_use_https', {});
    assert.deepEqual([empty.body.result.modified_on, codes(empty)], [null, [11058]]);
    assert.deepEqual(codes(await writeAll(zone)), [11058]);
    const nothing = await writeAll(zone, { id: 'http2' }, { id: 'websockets', value: 'off' });
    assert.deepEqual(codes(nothing), [11058]);
    assert.match(nothing.body.messages[0].message, /"\/items\/0\/value" is missing/);
  });

  it('redirect visitors to https without a notice if a proxy in front can serve it', async () => {
    const settings = { PALISADE_TRUSTED_PROXIES: '192.0.2.1/32' };
    const proxied = await openTestApi(kind, { settings });
    try {
      const path = `/zones/${await proxied.newZone()}/settings/always_use_https`;
      assert.deepEqual(codes(await proxied.call('PATCH', path, { body: { value: 'on' } })), []);
    } finally {
      await proxied.close();
    }
  });

  it('are written together or not at all', async () => {
    const zone = await api.newZone();
    const good = { id: 'websockets', value: 'off' };
    const wrong = await writeAll(zone, good, { id: 'http2', value: 1 });
    assert.deepEqual(wrong.body.errors[0].source, { pointer: '/items/1/value' });
    const unknown = await writeAll(zone, good, { id: 'nothing', value: 1 });
    assert.deepEqual([unknown.status, unknown.body.errors[0].code], [400, 1006]);
    const conflict = [
      { id: 'min_tls_version', value: '1.3' },
      { id: 'tls_1_3', value: 'off' },
    ];
    const nobody = await writeAll(zone, good, ...conflict);
    assert.deepEqual([nobody.status, nobody.body.errors[0].code], [400, 1007]);
    assert.deepEqual(nobody.body.errors[0].source, { pointer: '/items/2/value' });
    assert.equal((await read(zone, 'websockets')).body.result.value, 'on');
    const many = Array.from({ length: 201 }, () => good);
    assert.equal((await writeAll(zone, ...many)).status, 400);
  });

  it('do not exist under other names', async () => {
    const zone = await api.newZone();
    for (const answer of [
      await read(zone, 'nothing'),
      await write(zone, 'nothing', { value: 1 }),
    ]) {
      assert.deepEqual([answer.status, answer.body.errors[0].code], [400, 1003]);
    }
    assert.equal((await read(zone, 'Always')).status, 404);
  });

  it('depend on the plan', async () => {
    const zone = await api.newZone('free');
    const { result } = await read(zone, 'true_client_ip_header').then(({ body }) => body);
    assert.equal(result.editable, false);
    const refused = await write(zone, 'true_client_ip_header', { value: 'on' });
    assert.deepEqual([refused.status, refused.body.errors[0].code], [403, 1015]);
    assert.equal((await read(zone, 'max_upload')).body.result.value, 100);
    assert.equal((await write(zone, 'max_upload', { value: 125 })).body.errors[0].code, 1007);
    // A value of a higher plan is reduced to the limit of the plan.
    await api.call('PUT', `/zones/${zone}/subscription`, {
      body: { rate_plan: { id: 'business' } },
    });
    assert.equal((await write(zone, 'max_upload', { value: 200 })).status, 200);
    await api.call('PUT', `/zones/${zone}/subscription`, { body: { rate_plan: { id: 'pro' } } });
    assert.equal((await read(zone, 'max_upload')).body.result.value, 100);
  });

  it('follow the plan after its change, whose response names them', async () => {
    const zone = await api.newZone();
    await write(zone, 'true_client_ip_header', { value: 'on' });
    await write(zone, 'max_upload', { value: 500 });
    const subscribe = (id: string) =>
      api.call('PUT', `/zones/${zone}/subscription`, { body: { rate_plan: { id } } });
    const shown = async () => (await read(zone, 'true_client_ip_header')).body.result;
    const lowered = await subscribe('free');
    assert.deepEqual(codes(lowered), [11057]);
    assert.match(lowered.body.messages[0].message, /max_upload, true_client_ip_header/);
    assert.deepEqual([(await shown()).value, (await shown()).editable], ['off', false]);
    assert.deepEqual((await sectionOf(zone))?.traffic, { maxUploadMegabytes: 500 });
    // The stored value takes effect again when the plan includes it.
    assert.deepEqual(codes(await subscribe('enterprise')), []);
    assert.equal((await shown()).value, 'on');
    const patch = (body: object) => api.call('PATCH', `/zones/${zone}`, { body });
    assert.deepEqual(codes(await patch({ plan: { id: 'business' } })), [11057]);
    const reset = await write(zone, 'true_client_ip_header', { value: null });
    assert.deepEqual([reset.status, reset.body.result.modified_on], [200, null]);
    await patch({ plan: { id: 'enterprise' } });
    assert.equal((await shown()).value, 'off');
  });

  it('need the permission for settings', async () => {
    const zone = await api.newZone();
    const reader = await api.zoneToken('517b21aee92c4d89936c976ba6e4be55', zone);
    const path = `/zones/${zone}/settings/http2`;
    assert.equal((await api.call('GET', path, { token: reader })).status, 200);
    const body = { value: 'off' };
    assert.equal((await api.call('PATCH', path, { token: reader, body })).status, 403);
    const writer = await api.zoneToken('3030687196b94b638145a3953da2b699', zone);
    assert.equal((await api.call('PATCH', path, { token: writer, body })).status, 200);
  });
});

describeOnEachDatabase('the subscription of a zone', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  it('is its plan, under any of its names', async () => {
    const zone = await api.newZone();
    const path = `/zones/${zone}/subscription`;
    const before = (await api.call('GET', path)).body.result;
    assert.deepEqual([before.rate_plan.id, before.frequency], ['enterprise', 'not-applicable']);
    for (const [method, id, plan] of [
      ['POST', 'pro', 'pro'],
      ['PUT', 'CF_BIZ', 'business'],
      ['PUT', 'PARTNERS_ENT', 'partners_enterprise'],
    ] as const) {
      const { result } = (await api.call(method, path, { body: { rate_plan: { id } } })).body;
      assert.equal(result.rate_plan.id, plan);
      assert.equal((await api.call('GET', `/zones/${zone}`)).body.result.plan.legacy_id, plan);
    }
    const monthly = await api.call('PUT', path, { body: { frequency: 'monthly' } });
    assert.deepEqual(codes(monthly), [11055]);
    assert.equal((await api.call('GET', path)).body.result.frequency, 'monthly');
    for (const frequency of [null, 'not-applicable']) {
      await api.call('PUT', path, { body: { frequency: 'weekly' } });
      const none = await api.call('PUT', path, { body: { frequency, rate_plan: null } });
      assert.deepEqual([none.body.result.frequency, codes(none)], ['not-applicable', []]);
    }
    // Each change is in the audit log once; writes without a change are not.
    const entries = (await api.call('GET', `/accounts/${api.accountId}/audit_logs`)).body.result;
    const changed = entries
      .filter((entry: Entry) => entry.resource.type === 'zone_subscription')
      .map((entry: Entry) => [entry.oldValueJson.frequency, entry.newValueJson.frequency]);
    const none = 'not-applicable';
    assert.deepEqual(changed, [
      ['weekly', none],
      [none, 'weekly'],
      ['weekly', none],
      ['monthly', 'weekly'],
      [none, 'monthly'],
    ]);
    // An empty body changes nothing.
    const modified = async () => (await api.call('GET', `/zones/${zone}`)).body.result.modified_on;
    const last = await modified();
    await api.clock.advance(1_000);
    assert.deepEqual(codes(await api.call('PUT', path, { body: { rate_plan: null } })), [11058]);
    assert.equal(await modified(), last);
    const bad = await api.call('PUT', path, { body: { rate_plan: { id: 'gold' } } });
    assert.deepEqual([bad.status, bad.body.errors[0].code], [400, 11112]);
    assert.deepEqual(bad.body.errors[0].source, { pointer: '/rate_plan/id' });
  });

  it('can be changed by administrators of the installation only', async () => {
    const zone = await api.newZone();
    const token = await api.zoneToken('e6d2666161e84845a636613608cee8d5', zone);
    const path = `/zones/${zone}/subscription`;
    assert.equal((await api.call('GET', path, { token })).status, 200);
    const body = { rate_plan: { id: 'free' } };
    for (const method of ['POST', 'PUT']) {
      const refused = await api.call(method, path, { token, body });
      assert.deepEqual([refused.status, refused.body.errors[0].code], [403, 1002]);
    }
    assert.equal((await api.call('GET', path)).body.result.rate_plan.id, 'enterprise');
  });
});

describeOnEachDatabase('the hold of a zone', (kind) => {
  let api: TestApi;
  let other: string;

  before(async () => {
    api = await openTestApi(kind);
    other = (await api.call('POST', '/accounts', { body: { name: 'Other' } })).body.result.id;
  });
  after(() => api.close());

  const create = (name: string, account: string) =>
    api.call('POST', '/zones', { body: { name, account: { id: account } } });

  it('prevents other accounts, and even administrators, from creating names below it', async () => {
    const { id } = (await create('held.test', api.accountId)).body.result;
    const path = `/zones/${id}/hold`;
    assert.deepEqual((await api.call('GET', path)).body.result, {
      hold: false,
      include_subdomains: false,
    });
    const idle = await api.call('POST', path);
    assert.deepEqual([idle.body.result.hold, codes(idle)], [true, [11060]]);
    assert.equal((await create('a.held.test', other)).status, 200);
    assert.deepEqual(codes(await api.call('POST', `${path}?include_subdomains=true`)), []);
    const past = await api.call('DELETE', `${path}?hold_after=2020-01-01T00:00:00Z`);
    assert.deepEqual([past.body.result.hold, codes(past)], [true, [11058]]);
    const refused = await create('b.deep.held.test', other);
    assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 11114]);
    assert.equal((await create('b.held.test', api.accountId)).status, 200);
    // Suspended until a time.
    const later = new Date(api.clock.now() + 60_000).toISOString();
    const suspended = await api.call('DELETE', `${path}?hold_after=${later}`);
    assert.equal(suspended.body.result.hold, false);
    assert.equal((await create('c.held.test', other)).status, 200);
    await api.clock.advance(60_000);
    assert.equal((await api.call('GET', path)).body.result.hold, true);
    assert.equal((await create('d.held.test', other)).status, 400);
    assert.equal((await api.call('DELETE', path)).body.result.hold, false);
    assert.equal((await create('d.held.test', other)).status, 200);
  });

  it('can be changed, and refuses invalid times', async () => {
    const path = `/zones/${await api.newZone()}/hold`;
    const patch = (body: object) => api.call('PATCH', path, { body });
    const prepared = await patch({ include_subdomains: true });
    assert.deepEqual(prepared.body.result, { hold: false, include_subdomains: true });
    assert.deepEqual(codes(prepared), [11059]);
    const later = 'hold_after=2999-01-31T12:00:00Z';
    assert.deepEqual(codes(await api.call('DELETE', `${path}?${later}`)), [11058]);
    assert.equal((await patch({ hold_after: '' })).body.result.hold, true);
    const soon = await patch({ hold_after: '2999-01-31T12:00:00Z' });
    assert.deepEqual(soon.body.result, {
      hold: false,
      include_subdomains: true,
      hold_after: '2999-01-31T12:00:00Z',
    });
    assert.equal((await patch({ hold_after: 'soon' })).status, 400);
    assert.equal((await api.call('DELETE', `${path}?hold_after=soon`)).status, 400);
    assert.equal((await patch({ hold_after: null })).body.result.hold, false);
    assert.equal((await api.call('POST', path, { body: { hold_after: 'x' } })).status, 400);
    assert.equal((await api.call('POST', `${path}?${later}`)).body.result.hold, false);
    assert.equal((await api.call('POST', `${path}?hold_after=x`)).status, 400);
  });
});
