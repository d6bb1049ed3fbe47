import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleItem } from '../fixtures/sample-item.ts';
import type { ItemKind, PageItem } from '../inventory/item-model.ts';
import { LONGEST_VALUE } from './policy-model.ts';
import { type SuggestionDetail, suggestPolicy } from './policy-suggestion-model.ts';

const item = (name: string, kind: ItemKind = 'script'): PageItem =>
  sampleItem({ id: `${kind} ${name}`, kind, name });
const at = (host: string, name: string): PageItem => ({ ...item(name), host });
const suggest = (
  items: readonly PageItem[],
  unwanted: readonly PageItem[],
  detail: SuggestionDetail,
) =>
  suggestPolicy(
    items,
    unwanted.map((each) => ({ item: each, reason: 'it is malicious' })),
    detail,
  );

const a = item('https://cdn.test/a.js');
const own = item('https://shop.test/own.js');
const evil = item('https://cdn.test/evil.js');

interface Row {
  readonly what: string;
  readonly items: readonly PageItem[];
  readonly unwanted?: readonly PageItem[];
  readonly detail?: SuggestionDetail;
  readonly scripts: string;
  readonly connections?: string;
}

const table: readonly Row[] = [
  { what: 'nothing', items: [], scripts: "'self'" },
  {
    what: 'hosts without duplicates',
    items: [a, item('https://cdn.test/b.js'), own],
    scripts: "'self' https://cdn.test",
  },
  {
    what: 'connections',
    items: [item('wss://live.test:8443', 'connection'), a],
    scripts: "'self' https://cdn.test",
    connections: "'self' wss://live.test:8443",
  },
  {
    what: 'URLs',
    items: [a, item('https://cdn.test/'), own],
    detail: 'url',
    scripts: "'self' https://cdn.test https://cdn.test/a.js",
  },
  {
    what: 'scripts of the edge on the own host, and the same folder on other hosts',
    items: [item('https://shop.test/cdn-cgi/x.js'), item('https://other.test/cdn-cgi/y.js')],
    scripts: "'self' https://other.test",
  },
  {
    what: 'items on the host of an unwanted item by their URLs',
    items: [a, evil],
    unwanted: [evil],
    scripts: "'self' https://cdn.test/a.js",
  },
  {
    what: 'the same when the unwanted item is not among the items',
    items: [a],
    unwanted: [evil],
    scripts: "'self' https://cdn.test/a.js",
  },
  {
    what: 'connections to the host of an unwanted script',
    items: [item('https://cdn.test', 'connection')],
    unwanted: [evil],
    scripts: "'self'",
    connections: "'self' https://cdn.test",
  },
  {
    what: 'the site itself by URLs when it has an unwanted item',
    items: [own],
    unwanted: [item('https://shop.test/evil.js')],
    scripts: 'https://shop.test/own.js',
  },
  {
    what: 'the same when that item was observed on another host of the zone',
    items: [own],
    unwanted: [at('www.shop.test', 'https://shop.test/evil.js')],
    scripts: 'https://shop.test/own.js',
  },
  {
    what: 'no item on the host of an unwanted item if only the whole host could cover it',
    items: [item('https://cdn.test/')],
    unwanted: [evil],
    scripts: "'self'",
  },
  {
    what: 'no item that differs from an unwanted one only by its query',
    items: [item('https://cdn.test/load?id=1')],
    unwanted: [item('https://cdn.test/load?id=evil')],
    scripts: "'self'",
  },
  {
    what: 'no folder of an unwanted item',
    items: [item('https://cdn.test/lib/')],
    unwanted: [item('https://cdn.test/lib/evil.js')],
    scripts: "'self'",
  },
  {
    what: 'no http host whose https counterpart has an unwanted item',
    items: [item('http://cdn.test/a.js')],
    unwanted: [evil],
    scripts: "'self' http://cdn.test/a.js",
  },
];

describe('policy suggestions', () => {
  for (const { what, items, unwanted = [], detail = 'host', scripts, connections } of table) {
    it(`cover ${what}`, () => {
      assert.equal(
        suggest(items, unwanted, detail).value,
        `script-src ${scripts}; connect-src ${connections ?? "'self'"}`,
      );
    });
  }

  it('list the items that they do not cover', () => {
    const odd = [item('https://[::1]/a.js'), item('https://cdn.test/')];
    const { leftOut, items: covered, isComplete } = suggest([evil, ...odd], [evil], 'host');
    assert.deepEqual(
      leftOut.map(({ reason }) => reason),
      [
        'it is malicious',
        'it cannot be written as a source',
        'a source that allows it would also allow an unwanted item',
      ],
    );
    assert.deepEqual([covered, isComplete], [0, true]);
  });

  it('are never longer than a policy may be', () => {
    const items = Array.from({ length: 2_000 }, (_, n) =>
      item(`https://host-${n}.example/x.js`, n % 2 === 0 ? 'script' : 'connection'),
    );
    const suggestion = suggest(items, [], 'url');
    assert.ok(suggestion.value.length <= LONGEST_VALUE);
    assert.ok(suggestion.value.length > LONGEST_VALUE - 100);
    assert.equal(suggestion.isComplete, false);
    assert.equal(suggestion.items + suggestion.leftOut.length, items.length);
    assert.equal(suggestion.leftOut[0]?.reason, 'the policy would be too long with it');
  });
});
