import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  detectFeedFormat,
  type FeedFormat,
  readFeedPiece,
  type SkipReason,
} from './feed-formats.ts';
import { bitsOf, categoriesIn, categoryOf, domainsAbove, urlsAbove } from './threat.ts';

const spoken = (format: FeedFormat, text: string) => {
  const reading = readFeedPiece(format, text, ['Malware']);
  return typeof reading === 'string'
    ? reading
    : reading.map(({ kind, value, categories }) => `${kind} ${value} ${categories.join('+')}`);
};

const table: readonly [FeedFormat, text: string, readonly string[] | SkipReason][] = [
  ['domains', 'Bad.Example', ['domain bad.example Malware']],
  ['domains', '*.bad.example.\r', ['domain bad.example Malware']],
  ['domains', 'bad.example。', ['domain bad.example Malware']],
  // With a trailing dot it would never match.
  ['domains', 'bad.example..', 'unreadable'],
  ['domains', 'com.', 'unreadable'],
  ['domains', 'bad.example # since May', ['domain bad.example Malware']],
  ['domains', 'münchen.example', ['domain xn--mnchen-3ya.example Malware']],
  ['domains', '203.0.113.7', ['domain 203.0.113.7 Malware']],
  ['domains', 'https://bad.example/a.js#x', ['url https://bad.example/a.js Malware']],
  ['domains', 'HTTPS://u:p@Bad.Example:443/A?b=C', ['url https://bad.example/A?b=C Malware']],
  ['domains', '# comment', 'empty'],
  ['domains', '', 'empty'],
  ['domains', 'com', 'unreadable'],
  ['domains', 'bad example', 'unreadable'],
  ['domains', '<html>', 'unreadable'],
  [
    'hosts',
    '0.0.0.0 bad.example worse.example',
    ['domain bad.example Malware', 'domain worse.example Malware'],
  ],
  ['hosts', '127.0.0.1 localhost', 'local'],
  ['hosts', '0.0.0.0 bad..example', 'unreadable'],
  ['hosts', ':: bad.example # c', ['domain bad.example Malware']],
  ['hosts', 'bad.example', 'unreadable'],
  [
    'urlhaus',
    '"1","2026-01-01 00:00:00","http://bad.example/x.js","online","","malware_download","js,CoinMiner","https://u.test/1/","x"',
    ['url http://bad.example/x.js Malware+Crypto mining'],
  ],
  // The name of the reporter is not a category.
  [
    'urlhaus',
    '"1","2026","http://bad.example/","online","","","coinminer","https://u.test/1/","phish"',
    ['url http://bad.example/ Crypto mining'],
  ],
  ['urlhaus', '1,2026-01-01,https://bad.example/,online', ['url https://bad.example/ Malware']],
  ['urlhaus', 'id,dateadded,url', 'empty'],
  ['urlhaus', '"a","b"', 'unreadable'],
  ['json', '{"domain":"bad.example","categories":["Phishing"]}', ['domain bad.example Phishing']],
  ['json', '{"url":"https://bad.example/x"}', ['url https://bad.example/x Malware']],
  ['json', '{"host":"a.example","categories":["constructor"]}', ['domain a.example Malware']],
  [
    'json',
    '{"ioc_value":"a.example","threat_type":"botnet_cc"}',
    [`domain a.example ${'Command-and-Control (C2) & Botnet'}`],
  ],
  ['json', '"a.example"', ['domain a.example Malware']],
  ['json', '{"x":1}', 'unreadable'],
  ['json', 'null', 'unreadable'],
  ['json', '{', 'unreadable'],
];

describe('formats of threat feeds', () => {
  for (const [format, text, expected] of table) {
    it(`of ${format}: ${text.slice(0, 60)}`, () =>
      assert.deepEqual(spoken(format, text), expected));
  }

  it('are detected from their first lines', () => {
    assert.equal(detectFeedFormat(['# list', '', 'bad.example']), 'domains');
    assert.equal(detectFeedFormat(['# hosts', '0.0.0.0 bad.example']), 'hosts');
    assert.equal(detectFeedFormat(['# id,dateadded', '"1","2026","http://a.example/"']), 'urlhaus');
    assert.equal(detectFeedFormat(['[', '{"domain":"a.example"}']), 'json');
    assert.equal(detectFeedFormat([]), 'domains');
  });
});

describe('threats', () => {
  it('cover names below a domain', () => {
    assert.deepEqual(domainsAbove('a.b.example'), ['a.b.example', 'b.example']);
    assert.deepEqual(domainsAbove('localhost'), []);
  });

  it('cover a URL with any query, and no other path', () => {
    assert.deepEqual(urlsAbove('https://A.example:443/x/y?v=1#z'), [
      'https://a.example/x/y?v=1',
      'https://a.example/x/y',
    ]);
    assert.deepEqual(urlsAbove('https://a.example'), ['https://a.example/']);
    assert.deepEqual(urlsAbove('wss://a.example/x'), []);
  });

  it('map the terms of feeds to categories, which are stored as bits', () => {
    assert.equal(categoryOf('MALWARE_download'), 'Malware');
    assert.equal(categoryOf('typosquatting & impersonation'), 'Typosquatting & Impersonation');
    assert.equal(categoryOf('odd'), undefined);
    assert.deepEqual(categoriesIn(bitsOf(['Phishing', 'Malware'])), ['Phishing', 'Malware']);
  });
});
