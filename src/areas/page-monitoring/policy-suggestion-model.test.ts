import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classBits, type ItemKind, type PageItem } from './item-model.ts';
import { LONGEST_VALUE } from './policy-model.ts';
import { type SuggestionDetail, suggestPolicy } from './policy-suggestion-model.ts';

const item = (name: string, kind: ItemKind = 'script', itemClass = 0): PageItem => ({
  id: `${kind} ${name}`,
  zoneId: 'z',
  kind,
  host: 'shop.test',
  name,
  urlHost: '',
  class: itemClass,
  reports: 3,
  addedAt: 0,
  firstSeenAt: 0,
  lastSeenAt: 0,
  firstPageUrl: '',
  pageUrls: [],
  domainThreats: undefined,
  urlThreats: undefined,
  fetchAt: undefined,
});
const malicious = (name: string) => item(name, 'script', classBits.malicious);
const rejected = new Set(['script https://cdn.test/rejected.js']);

const table: readonly [string, readonly PageItem[], SuggestionDetail, string][] = [
  ['nothing', [], 'host', "script-src 'self'; connect-src 'self'"],
  [
    'hosts, each once',
    [
      item('https://cdn.test/a.js'),
      item('https://cdn.test/b.js'),
      item('https://shop.test/own.js'),
    ],
    'host',
    "script-src 'self' https://cdn.test; connect-src 'self'",
  ],
  [
    'connections',
    [item('wss://live.test:8443', 'connection'), item('https://cdn.test/a.js')],
    'host',
    "script-src 'self' https://cdn.test; connect-src 'self' wss://live.test:8443",
  ],
  [
    'URLs',
    [item('https://cdn.test/a.js'), item('https://cdn.test/')],
    'url',
    "script-src 'self' https://cdn.test https://cdn.test/a.js; connect-src 'self'",
  ],
  [
    'what the edge adds to pages, and others in folders of that name',
    [item('https://shop.test/cdn-cgi/x.js'), item('https://other.test/cdn-cgi/y.js')],
    'host',
    "script-src 'self' https://other.test; connect-src 'self'",
  ],
  [
    'neighbours of something malicious by their URLs',
    [item('https://cdn.test/a.js'), malicious('https://cdn.test/bad.js')],
    'host',
    "script-src 'self' https://cdn.test/a.js; connect-src 'self'",
  ],
  [
    'neighbours of something rejected likewise',
    [item('https://cdn.test/a.js'), item('https://cdn.test/rejected.js')],
    'host',
    "script-src 'self' https://cdn.test/a.js; connect-src 'self'",
  ],
  [
    'the site itself by URLs when it has something malicious',
    [item('https://shop.test/own.js'), malicious('https://shop.test/bad.js')],
    'host',
    "script-src https://shop.test/own.js; connect-src 'none'",
  ],
  [
    'no neighbour that only a whole host could cover',
    [item('https://cdn.test/'), malicious('https://cdn.test/bad.js')],
    'host',
    "script-src 'self'; connect-src 'self'",
  ],
];

describe('policy suggestions', () => {
  for (const [what, items, detail, expected] of table) {
    it(`cover ${what}`, () => {
      assert.equal(suggestPolicy(items, rejected, detail).value, expected);
    });
  }

  it('say what they left out', () => {
    const items = [
      malicious('https://cdn.test/bad.js'),
      item('https://cdn.test/rejected.js'),
      item('https://cdn.test/'),
      item('https://[::1]/a.js'),
    ];
    const { leftOut, items: covered, isComplete } = suggestPolicy(items, rejected, 'host');
    assert.deepEqual(
      leftOut.map(({ reason }) => reason),
      [
        'it is malicious',
        'it was rejected',
        'its host has something unwanted',
        'it cannot be written as a source',
      ],
    );
    assert.deepEqual([covered, isComplete], [0, true]);
  });

  it('never grow longer than a policy may be', () => {
    const items = Array.from({ length: 2_000 }, (_, n) =>
      item(`https://host-${n}.example/x.js`, n % 2 === 0 ? 'script' : 'connection'),
    );
    const suggestion = suggestPolicy(items, rejected, 'url');
    assert.ok(suggestion.value.length <= LONGEST_VALUE);
    assert.ok(suggestion.value.length > LONGEST_VALUE - 100);
    assert.equal(suggestion.isComplete, false);
    assert.equal(suggestion.items + suggestion.leftOut.length, items.length);
    assert.equal(suggestion.leftOut[0]?.reason, 'there is no room for it');
  });
});
