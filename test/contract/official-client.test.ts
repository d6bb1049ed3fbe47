import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import Cloudflare from 'cloudflare';
import { describeOnEachDatabase } from '../support/databases.ts';
import {
  ADMIN_EMAIL,
  ADMIN_KEY,
  ADMIN_TOKEN,
  openTestApi,
  type TestApi,
} from '../support/test-api.ts';

interface ClientRuleset {
  readonly id: string;
  readonly version: string;
  readonly kind: string;
  readonly rules: readonly { readonly id: string; readonly action: string }[];
}

/** The official client of the public API, on our API over a real socket. */
describeOnEachDatabase('official client', (kind) => {
  let api: TestApi;
  let client: Cloudflare;
  let baseURL: string;

  before(async () => {
    api = await openTestApi(kind);
    const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
    baseURL = `${origin}/client/v4`;
    client = new Cloudflare({ apiToken: ADMIN_TOKEN, baseURL, maxRetries: 0 });
  });
  after(() => api.close());

  it('lists accounts', async () => {
    const accounts = await Array.fromAsync(client.accounts.list());
    assert.deepEqual(
      accounts.map(({ id }) => id),
      [api.accountId],
    );
    assert.equal((await client.accounts.get({ account_id: api.accountId })).name, 'My account');
  });

  it('creates, gets, edits and deletes a zone', async () => {
    const zone = await client.zones.create({ name: 'sdk.test', account: { id: api.accountId } });
    assert.equal(zone.status, 'active');
    assert.equal((await client.zones.get({ zone_id: zone.id })).name, 'sdk.test');
    assert.equal((await client.zones.edit({ zone_id: zone.id, paused: true })).paused, true);
    const plans = await Array.fromAsync(client.zones.plans.list({ zone_id: zone.id }));
    assert.ok(plans.length > 0);
    assert.equal((await client.zones.delete({ zone_id: zone.id }))?.id, zone.id);
    await assert.rejects(client.zones.get({ zone_id: zone.id }), (error) => {
      assert.ok(error instanceof Cloudflare.NotFoundError);
      assert.equal(error.errors[0]?.code, 1001);
      return true;
    });
  });

  it('reads, changes and resets how paths are normalised', async () => {
    const { id } = await client.zones.create({
      name: 'paths.test',
      account: { id: api.accountId },
    });
    const settings = { type: 'cloudflare', scope: 'both' };
    const read = () => client.urlNormalization.get({ zone_id: id });
    assert.deepEqual(await read(), { ...settings, ambiguous_paths: 'refuse' });
    const changed = await client.urlNormalization.update({
      zone_id: id,
      type: 'rfc3986',
      scope: 'incoming',
    });
    assert.deepEqual(await read(), changed);
    assert.deepEqual([changed.type, changed.scope], ['rfc3986', 'incoming']);
    await client.urlNormalization.delete({ zone_id: id });
    assert.deepEqual(await read(), { ...settings, ambiguous_paths: 'refuse' });
    await client.zones.delete({ zone_id: id });
  });

  it('reads and changes settings, the subscription and the hold of a zone', async () => {
    const { id } = await client.zones.create({
      name: 'settings.test',
      account: { id: api.accountId },
    });
    const zone = { zone_id: id };
    const { settings, subscriptions, holds } = client.zones;
    const edited = await settings.edit('always_use_https', { ...zone, value: 'on' });
    assert.deepEqual(await settings.get('always_use_https', zone), edited);
    const security = { enabled: true, max_age: 300 };
    const value = { strict_transport_security: security };
    await settings.edit('security_header', { ...zone, value });
    const read = await settings.get('security_header', zone);
    assert.deepEqual('value' in read && read.value, {
      strict_transport_security: {
        ...security,
        include_subdomains: false,
        preload: false,
        nosniff: false,
      },
    });
    const recommended = await settings.edit('ssl_recommender', { ...zone, enabled: true });
    assert.equal('enabled' in recommended && recommended.enabled, true);
    await assert.rejects(settings.get('nothing', zone), Cloudflare.BadRequestError);
    await subscriptions.create({ ...zone, rate_plan: { id: 'pro' }, frequency: 'monthly' });
    await subscriptions.update({ ...zone, rate_plan: { id: 'business' } });
    const subscription = await subscriptions.get(zone);
    assert.equal(subscription.rate_plan?.id, 'business');
    assert.equal(subscription.frequency, 'monthly');
    assert.equal((await holds.create({ ...zone, include_subdomains: true })).hold, true);
    assert.equal((await holds.edit({ ...zone, include_subdomains: false })).hold, true);
    assert.equal((await holds.get(zone)).hold, true);
    assert.equal((await holds.delete(zone)).hold, false);
    await client.zones.delete({ zone_id: id });
  });

  it('pages through 120 zones by itself', async () => {
    const names = Array.from({ length: 120 }, (_, n) => `zone-${String(n).padStart(3, '0')}.test`);
    for (const name of names) await client.zones.create({ name, account: { id: api.accountId } });
    const listed: string[] = [];
    for await (const zone of client.zones.list({ name: 'starts_with:zone-' }))
      listed.push(zone.name);
    assert.deepEqual(listed, names);
    const descending: string[] = [];
    for await (const zone of client.zones.list({
      per_page: 50,
      direction: 'desc',
      order: 'name',
    })) {
      descending.push(zone.name);
    }
    assert.deepEqual(descending, names.toReversed());
  });

  it('creates, verifies, rolls, updates, lists and deletes user tokens', async () => {
    const groups = await Array.fromAsync(client.user.tokens.permissionGroups.list());
    const zoneRead = (groups as { id: string; name: string }[]).find(
      ({ name }) => name === 'Zone Read',
    );
    assert.ok(zoneRead);
    const policies = [
      {
        effect: 'allow' as const,
        resources: { 'com.cloudflare.api.account.zone.*': '*' },
        permission_groups: [{ id: zoneRead.id }],
      },
    ];
    const token = await client.user.tokens.create({ name: 'sdk', policies });
    assert.ok(token.id && token.value);
    const asToken = (apiToken: string) => new Cloudflare({ apiToken, baseURL, maxRetries: 0 });
    const verified = await asToken(token.value).user.tokens.verify();
    assert.deepEqual([verified.id, verified.status], [token.id, 'active']);

    const rolled = await client.user.tokens.value.update(token.id, { body: {} });
    await assert.rejects(asToken(token.value).user.tokens.verify(), Cloudflare.AuthenticationError);
    assert.equal((await asToken(String(rolled)).user.tokens.verify()).status, 'active');
    const zones = await Array.fromAsync(asToken(String(rolled)).zones.list({ per_page: 50 }));
    assert.equal(zones.length, 120);

    await client.user.tokens.update(token.id, { name: 'renamed', policies, status: 'disabled' });
    const listed = await Array.fromAsync(client.user.tokens.list());
    const found = listed.find(({ id }) => id === token.id);
    assert.deepEqual([found?.name, found?.status], ['renamed', 'disabled']);
    assert.equal((await client.user.tokens.get(token.id)).name, 'renamed');
    assert.equal((await client.user.tokens.delete(token.id))?.id, token.id);
    await assert.rejects(client.user.tokens.get(token.id), Cloudflare.NotFoundError);
  });

  it('does the same with tokens of an account', async () => {
    const account = { account_id: api.accountId };
    const groups = await Array.fromAsync(client.accounts.tokens.permissionGroups.list(account));
    const read = (groups as { id: string; name: string }[]).find(
      ({ name }) => name === 'Account Settings Read',
    );
    const token = await client.accounts.tokens.create({
      ...account,
      name: 'ci',
      policies: [
        {
          effect: 'allow',
          resources: { [`com.cloudflare.api.account.${api.accountId}`]: '*' },
          permission_groups: [{ id: read?.id ?? '' }],
        },
      ],
    });
    assert.ok(token.id && token.value);
    const own = new Cloudflare({ apiToken: token.value, baseURL, maxRetries: 0 });
    assert.equal((await own.accounts.tokens.verify(account)).id, token.id);
    await assert.rejects(own.user.tokens.verify(), Cloudflare.AuthenticationError);
    const value = await client.accounts.tokens.value.update(token.id, account);
    assert.match(String(value), /^psla_/);
    await client.accounts.tokens.delete(token.id, account);
  });

  it('reads the user, also with the older pair of headers', async () => {
    const legacy = new Cloudflare({
      apiEmail: ADMIN_EMAIL,
      apiKey: ADMIN_KEY,
      baseURL,
      apiToken: null,
    });
    const user = (await legacy.user.get()) as { email?: string };
    assert.equal(user.email, ADMIN_EMAIL);
    await legacy.user.edit({ first_name: 'Grace' });
    assert.equal(((await client.user.get()) as { first_name?: string }).first_name, 'Grace');
  });

  it('reads the audit log', async () => {
    const entries = await Array.fromAsync(
      client.auditLogs.list({ account_id: api.accountId, per_page: 50 }),
    );
    assert.ok(entries.length > 120);
    assert.equal(
      (entries[0] as { resource?: { type?: string } }).resource?.type !== undefined,
      true,
    );
  });

  for (const level of ['zone', 'account'] as const) {
    it(`works with rulesets, rules, versions and phases of a ${level}`, async () => {
      const zone = await client.zones.create({
        name: `rulesets-${level}.test`,
        account: { id: api.accountId },
      });
      const scope = level === 'zone' ? { zone_id: zone.id } : { account_id: api.accountId };
      const phase = 'http_request_firewall_managed' as const;
      const kind = level === 'zone' ? 'zone' : 'root';
      await assert.rejects(client.rulesets.phases.get(phase, scope), Cloudflare.NotFoundError);
      const rule = {
        action: 'execute' as const,
        action_parameters: { id: 'c2e184081120413c86c3ab7e14069605' },
        expression: 'true',
        description: 'Exposed credentials',
      };
      // The client types these responses as unknown.
      const asRuleset = (answer: unknown) => answer as ClientRuleset;
      const created = asRuleset(
        await client.rulesets.create({ ...scope, name: 'sdk', kind, phase, rules: [rule] }),
      );
      const ruleset = { ...scope, ruleset_id: created.id };
      assert.equal(created.version, '1');
      const fetched = asRuleset(await client.rulesets.get(created.id, scope));
      assert.equal(fetched.rules[0]?.action, 'execute');
      assert.equal(asRuleset(await client.rulesets.phases.get(phase, scope)).id, created.id);

      const logRule = { action: 'log' as const, expression: 'ssl', ref: 'tls' };
      const added = asRuleset(
        await client.rulesets.rules.create(created.id, { ...scope, ...logRule }),
      );
      const ruleId = added.rules[1]?.id ?? '';
      const edited = asRuleset(
        await client.rulesets.rules.edit(ruleId, {
          ...ruleset,
          ...logRule,
          expression: 'not ssl',
          position: { before: '' },
        }),
      );
      assert.deepEqual([edited.rules[0]?.id, edited.version], [ruleId, '3']);
      const removed = asRuleset(await client.rulesets.rules.delete(ruleId, ruleset));
      assert.equal(removed.rules.length, 1);
      const updated = asRuleset(
        await client.rulesets.update(created.id, { ...scope, description: 'edited', rules: [] }),
      );
      assert.equal(updated.version, '5');
      const put = asRuleset(
        await client.rulesets.phases.update(phase, { ...scope, rules: [rule] }),
      );
      assert.equal(put.version, '6');

      const versions = await Array.fromAsync(client.rulesets.versions.list(created.id, scope));
      assert.deepEqual(
        versions.map((each) => asRuleset(each).version),
        ['1', '2', '3', '4', '5', '6'],
      );
      const second = asRuleset(await client.rulesets.versions.get('2', ruleset));
      assert.equal(second.rules.length, 2);
      await client.rulesets.versions.delete('2', ruleset);
      const phased = await Array.fromAsync(client.rulesets.phases.versions.list(phase, scope));
      assert.equal(phased.length, 5);
      const ofPhase = { ...scope, ruleset_phase: phase };
      const oldest = asRuleset(await client.rulesets.phases.versions.get('1', ofPhase));
      assert.equal(oldest.version, '1');

      const listed = await Array.fromAsync(client.rulesets.list({ ...scope, per_page: 2 }));
      assert.ok(listed.some((each) => asRuleset(each).id === created.id));
      assert.ok(listed.some((each) => asRuleset(each).kind === 'managed'));
      await client.rulesets.delete(created.id, scope);
      await assert.rejects(client.rulesets.get(created.id, scope), Cloudflare.NotFoundError);
    });
  }
});
