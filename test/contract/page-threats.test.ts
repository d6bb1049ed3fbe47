import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sampleScript } from '../../src/areas/page-monitoring/fixtures/sample-observation.ts';
import { itemStore } from '../../src/areas/page-monitoring/inventory/item-store.ts';
import { threatFeedService } from '../../src/areas/page-monitoring/page-monitoring-module.ts';
import type { PageMonitoringDatabase } from '../../src/areas/page-monitoring/page-monitoring-tables.ts';
import { scriptStore } from '../../src/areas/page-monitoring/scripts/script-store.ts';
import type { FeedChanges } from '../../src/areas/page-monitoring/threats/threat-feed-model.ts';
import { threatFeedStore } from '../../src/areas/page-monitoring/threats/threat-feed-store.ts';
import type { ThreatCategory } from '../../src/catalogs/threat-categories.ts';
import type { ResourceObservation } from '../../src/contracts/events/page-observation.ts';
import { threatOf } from '../../src/detectors/threat-feeds/threat.ts';
import { TaskStore } from '../../src/storage/task-store.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const DAY = 24 * 3_600_000;
const never = new AbortController().signal;
const summary = { source: 'list.txt', format: 'domains', contentHash: 'h', importedBy: 'ada' };

describeOnEachDatabase('threat feeds', (kind) => {
  let api: TestApi;

  before(async () => {
    api = await openTestApi(kind);
  });
  after(() => api.close());

  /** The type of the area: the wider one of the application is not assignable to narrower parameters. */
  const database = () => api.core.database as unknown as PageMonitoringDatabase;
  const feeds = () => threatFeedService(database(), api.clock);

  async function see(zoneId: string, ...changes: Partial<ResourceObservation>[]): Promise<void> {
    const now = api.clock.now();
    const seen = changes.map((change) =>
      sampleScript(zoneId, { firstSeenAt: now, lastSeenAt: now, ...change }),
    );
    assert.equal(await api.deliver('page-observations', seen), 0);
  }

  async function put(
    name: string,
    texts: readonly string[],
    categories: readonly ThreatCategory[] = ['Malware'],
  ): Promise<FeedChanges> {
    const { changes } = await feeds().import(name, async (add) => {
      await add(texts.flatMap((text) => threatOf(text, categories) ?? []));
      return summary;
    });
    await recheck();
    return changes;
  }

  async function remove(name: string, changes = 1): Promise<void> {
    await feeds().remove(name);
    await recheck(changes);
  }

  /** Runs the tasks of changes, like a node. */
  async function recheck(changes = 1): Promise<void> {
    const [queue] = api.core.modules
      .flatMap((module) => module.queues)
      .filter(({ name }) => name === 'page-threat-check');
    assert.ok(queue);
    const tasks = new TaskStore(api.core.database, api.clock);
    const claimed = await tasks.claim(queue.name, 10, 'test', 60_000);
    assert.equal(claimed.length, changes);
    for (const task of claimed) {
      await queue.run(task, never);
      await tasks.complete(task);
    }
  }

  async function items(zoneId: string, query = '', what = 'scripts') {
    const { body } = await api.call('GET', `/zones/${zoneId}/page_shield/${what}?${query}`);
    return body.result;
  }

  async function flags(zoneId: string, what = 'scripts') {
    const all = await items(zoneId, 'status=active,infrequent&order_by=first_seen_at', what);
    return Object.fromEntries(
      all.map((item: Record<string, unknown>) => [
        item['url'],
        [item['domain_reported_malicious'], item['url_reported_malicious']],
      ]),
    );
  }

  /** Entries of all feeds, current or not. */
  async function left(): Promise<string[]> {
    const rows = await database().read.selectFrom('threat_entries').select('value').execute();
    return rows.map(({ value }) => value);
  }

  const alerts = async (zoneId: string): Promise<string[]> =>
    (await api.alerts())
      .filter((each) => each.zoneId === zoneId && each.kind.startsWith('page_malicious'))
      .map((each) => `${each.kind} ${'resource' in each && each.resource.url}`);

  it('mark stored and new items, and remove the marks', async () => {
    const zoneId = await api.newZone();
    await see(zoneId, { url: 'https://cdn.bad.example/a.js' });
    await put('one', ['bad.example', 'https://cdn.test/evil.js']);
    await see(
      zoneId,
      { url: 'https://bad.example:8443/b.js' },
      { url: 'https://notbad.example/c.js' },
      { url: 'https://cdn.test/evil.js?v=2' },
    );
    assert.deepEqual(await flags(zoneId), {
      'https://cdn.bad.example/a.js': [true, false],
      'https://bad.example:8443/b.js': [true, false],
      'https://notbad.example/c.js': [false, false],
      'https://cdn.test/evil.js?v=2': [false, true],
    });
    assert.deepEqual(await alerts(zoneId), [
      'page_malicious_domain https://cdn.bad.example/a.js',
      'page_malicious_domain https://bad.example:8443/b.js',
      'page_malicious_url https://cdn.test/evil.js?v=2',
    ]);
    await remove('one');
    assert.ok(Object.values(await flags(zoneId)).every((each) => String(each) === 'false,false'));
    assert.equal((await alerts(zoneId)).length, 3);
  });

  it('order malicious items first, with the categories of all feeds', async () => {
    const zoneId = await api.newZone();
    await see(zoneId, { url: 'https://a.bad.example/a.js' });
    await api.clock.advance(1_000);
    await see(zoneId, { url: 'https://good.example/b.js' });
    const first = async () => (await items(zoneId, 'prioritize_malicious=true'))[0];
    assert.equal((await first()).url, 'https://good.example/b.js');
    await put('one', ['bad.example'], ['Phishing']);
    await put('two', ['a.bad.example', 'https://a.bad.example/a.js'], ['Malware']);
    const script = await first();
    assert.equal(script.url, 'https://a.bad.example/a.js');
    assert.deepEqual(script.malicious_domain_categories, ['Malware', 'Phishing']);
    assert.deepEqual(script.malicious_url_categories, ['Malware']);
    await remove('two');
    assert.deepEqual((await first()).malicious_domain_categories, ['Phishing']);
    assert.equal((await first()).url_reported_malicious, false);
    await remove('one');
    assert.equal((await first()).url, 'https://good.example/b.js');
    // Further categories cause no further alert.
    assert.equal((await alerts(zoneId)).length, 2);
  });

  it('show malicious items under a path of the edge', async () => {
    const zoneId = await api.newZone();
    const [bad, good] = ['https://bad.example/cdn-cgi/a.js', 'https://good.example/cdn-cgi/b.js'];
    await see(zoneId, { url: bad, count: 3 }, { url: good, count: 3 });
    assert.deepEqual(await items(zoneId), []);
    await put('one', ['bad.example']);
    assert.deepEqual(
      (await items(zoneId)).map((item: { url: string }) => item.url),
      [bad],
    );
    await remove('one');
  });

  it('do not change the verdict on malicious code, and do not suppress its alerts', async () => {
    const zoneId = await api.newZone();
    await see(zoneId, { url: 'https://x.bad.example/a.js' }, { url: 'https://good.example/b.js' });
    await put('one', ['bad.example']);
    const { id } = (await items(zoneId, 'urls=bad.example'))[0];
    const outcome = await database().transaction(async (tx) => {
      const item = (await itemStore.findMany(tx, [id])).get(id);
      assert.ok(item);
      const scores = {
        js_integrity_score: 5,
        magecart_score: 5,
        malware_score: 5,
        cryptomining_score: 5,
        obfuscation_score: 5,
        dataflow_score: 5,
      };
      const version = { hash: 'f'.repeat(64), fetched_at: 0, ...scores };
      return await scriptStore.saveFetch(tx, item, version);
    });
    assert.ok(outcome.becameMalicious);
    await remove('one');
    const [first] = await items(zoneId, 'prioritize_malicious=true&direction=asc');
    assert.deepEqual([first.id, first.domain_reported_malicious], [id, false]);
  });

  it('compare URLs of connections only if their paths are stored', async () => {
    const zoneId = await api.newZone();
    await put('one', ['https://api.example/', 'https://api.example/collect']);
    await see(
      zoneId,
      { kind: 'connection', url: 'https://api.example' },
      { kind: 'connection', url: 'https://api.example/collect' },
      { kind: 'connection', url: 'https://api.example/collect/more' },
    );
    assert.deepEqual(await flags(zoneId, 'connections'), {
      'https://api.example': [false, false],
      'https://api.example/collect': [false, true],
      'https://api.example/collect/more': [false, false],
    });
    await remove('one');
  });

  it('cause one alert per item, when it is active', async () => {
    const zoneId = await api.newZone();
    const url = 'https://rare.example/a.js';
    await put('one', ['rare.example']);
    await see(zoneId, { url, count: 1 });
    assert.deepEqual((await flags(zoneId))[url], [true, false]);
    assert.deepEqual(await alerts(zoneId), []);
    await see(zoneId, { url, count: 2 });
    await see(zoneId, { url, count: 2 });
    await put('two', ['rare.example']);
    assert.deepEqual(await alerts(zoneId), [`page_malicious_domain ${url}`]);
    await remove('one');
    await remove('two');
  });

  it('check only domains, without alerts, if the plan does not include more', async () => {
    const zoneId = await api.newZone('pro');
    const url = 'https://pro.example/a.js';
    await put('one', ['pro.example', url]);
    await see(zoneId, { url });
    const [script] = await items(zoneId);
    assert.equal(script.domain_reported_malicious, true);
    assert.ok(!('url_reported_malicious' in script));
    assert.deepEqual(await alerts(zoneId), []);
    const body = { plan: { legacy_id: 'enterprise' } };
    await api.call('PATCH', `/zones/${zoneId}`, { body });
    const jobs = api.core.modules.flatMap((module) => module.jobs);
    await jobs.find(({ name }) => name === 'page-threat-daily-check')?.run(never);
    assert.deepEqual((await flags(zoneId))[url], [true, true]);
    await remove('one');
  });

  it('are compared with their previous entries', async () => {
    const first = await put('one', ['a.example', 'b.example']);
    assert.deepEqual(first, { added: 2, changed: 0, removed: 0 });
    const second = await put('one', ['b.example', 'c.example', 'd.example'], ['Phishing']);
    assert.deepEqual(second, { added: 2, changed: 1, removed: 1 });
    await remove('one');
  });

  it('stay unchanged when an import fails, and delete its entries', async () => {
    const zoneId = await api.newZone();
    const url = 'https://old.example/a.js';
    await put('one', ['old.example']);
    await see(zoneId, { url });
    const broken = feeds().import('one', async (add) => {
      await add([{ kind: 'domain', value: 'new.example', categories: ['Malware'] }]);
      throw new Error('the line went dead');
    });
    await assert.rejects(broken, /went dead/);
    await assert.rejects(
      feeds().import('one', async () => summary),
      /no line could be read/,
    );
    const [feed, ...others] = await feeds().list();
    assert.deepEqual([feed?.name, feed?.entries, others], ['one', 1, []]);
    assert.deepEqual((await flags(zoneId))[url], [true, false]);
    assert.deepEqual(await left(), ['old.example']);

    await put('one', ['new.example']);
    assert.deepEqual((await flags(zoneId))[url], [false, false]);
    assert.deepEqual(await left(), ['new.example']);
    await remove('one');
    assert.deepEqual(await left(), []);
    await assert.rejects(feeds().remove('one'), /there is no feed one/);
  });

  it('delete the entries of a killed import after a day', async () => {
    await database().transaction(async (tx) => {
      const row = { name: 'x', state: 'loading', source: '', format: '', entries: 0 };
      const rest = { content_hash: '', imported_at: api.clock.now(), imported_by: '' };
      await tx
        .insertInto('threat_feeds')
        .values({ ...row, ...rest })
        .execute();
    });
    const count = async () =>
      (await database().read.selectFrom('threat_feeds').select('id').execute()).length;
    await feeds().sweep();
    assert.equal(await count(), 1);
    await api.clock.advance(DAY + 1);
    await feeds().sweep();
    assert.equal(await count(), 0);
  });

  it('wait for a slow import, and stay unchanged when it made no progress for too long', async () => {
    await put('slow', ['old.example']);
    const importSlowly = (pauseMs: number) =>
      feeds().import('slow', async (add) => {
        for (const value of ['a.example', 'b.example', 'c.example']) {
          await add([{ kind: 'domain', value, categories: ['Malware'] }]);
          await api.clock.advance(pauseMs);
          await feeds().sweep();
        }
        return { ...summary, contentHash: 'new' };
      });
    const entries = async () => (await feeds().list()).map((feed) => [feed.name, feed.entries]);
    await assert.rejects(
      importSlowly(DAY + 1),
      /no progress for more than a day; import slow again/,
    );
    assert.deepEqual(await entries(), [['slow', 1]]);
    assert.deepEqual(await left(), ['old.example']);
    await importSlowly(DAY / 2);
    await recheck();
    assert.deepEqual(await entries(), [['slow', 3]]);
    await remove('slow');
  });

  it('stay unchanged when the draft is deleted after its last entry', async () => {
    await put('slow', ['old.example']);
    const late = feeds().import('slow', async (add) => {
      await add([{ kind: 'domain', value: 'new.example', categories: ['Malware'] }]);
      await api.clock.advance(DAY + 1);
      await feeds().sweep();
      return summary;
    });
    await assert.rejects(late, /import slow again/);
    assert.deepEqual(await left(), ['old.example']);
    const [old, ...others] = await feeds().list();
    assert.ok(old);
    assert.deepEqual(others, []);
    const gone = { ...old, id: old.id + 1 };
    const isTaken = await database().transaction((tx) => threatFeedStore.makeCurrent(tx, gone));
    assert.equal(isTaken, false);
    await remove('slow');
  });

  it('have no leftover entries after concurrent sweeps, nor those of deleted feeds', async () => {
    const threats = (name: string) =>
      Array.from({ length: 6_500 }, (_, n) => `${name}${n}.example`).map((value) => ({
        kind: 'domain' as const,
        value,
        categories: ['Malware' as const],
      }));
    await database().transaction((tx) => threatFeedStore.add(tx, 1_000_000, threats('gone')));
    const load = (name: string) =>
      feeds().import('same', async (add) => {
        await add(threats(name));
        return summary;
      });
    await load('old');
    await Promise.all(['a', 'b', 'c'].map(load));
    await Promise.all([feeds().sweep(), feeds().sweep()]);
    assert.equal((await left()).length, 6_500);
    assert.equal((await feeds().list()).length, 1);
    await remove('same', 5);
    assert.deepEqual(await left(), []);
    const rows = await database().read.selectFrom('threat_feeds').select('id').execute();
    assert.deepEqual(rows, []);
  });

  it('are in the audit log', async () => {
    await put('audited', ['a.example']);
    await put('audited', ['b.example', 'c.example']);
    await remove('audited');
    const { body } = await api.call('GET', `/user/audit_logs?per_page=3`);
    assert.deepEqual(
      body.result.map((entry: Record<string, { type: string; id: string }>) => [
        entry['action']?.type,
        entry['resource']?.type,
        entry['resource']?.id,
      ]),
      ['delete', 'update', 'create'].map((action) => [action, 'threat_feed', 'audited']),
    );
    assert.equal(body.result[1].newValueJson.entries, 2);
  });
});
