import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { LONGEST_URL } from '../../contracts/events/page-observation.ts';
import { reportedDirectives } from '../../detectors/csp/reported-directives.ts';
import { judgeReport, monitoredDirectives, type ReportScope } from './judge-report.ts';
import type { PolicyReport } from './report-format.ts';

const monitored: ReportScope = {
  zoneName: 'shop.test',
  isOfPolicy: false,
  directives: monitoredDirectives,
  keepsConnectionPaths: false,
};
const ofPolicy = {
  ...monitored,
  isOfPolicy: true,
  directives: reportedDirectives("script-src 'self'; img-src *; child-src a.test"),
};

function reportOf(rest: Partial<PolicyReport> = {}): PolicyReport {
  return {
    kind: 'policy',
    pageUrl: 'https://www.shop.test/cart',
    blocked: 'https://cdn.test/a.js',
    directive: 'script-src-elem',
    source: '',
    ...rest,
  };
}

/** `type url` of an accepted report, or the reason why it is dropped. */
function verdict(rest: Partial<PolicyReport>, scope = monitored): string {
  const judged = judgeReport(reportOf(rest), scope);
  if (judged.kind === 'dropped') return judged.reason;
  return judged.kind === 'hash' ? judged.hash : `${judged.type} ${judged.url}`;
}

describe('judgeReport', () => {
  const resources: readonly (readonly [string, string, string])[] = [
    ['script-src', 'https://cdn.test/a.js?v=1#x', 'script https://cdn.test/a.js?v=1'],
    ['script-src-elem', 'https://u:p@cdn.test/a.js', 'script https://cdn.test/a.js'],
    ['script-src-elem', 'HTTPS://CDN.test:443/a.js', 'script https://cdn.test/a.js'],
    ['connect-src', 'https://api.test:8443/v1?q=2', 'connection https://api.test:8443'],
    ['connect-src', 'wss://live.test/socket', 'connection wss://live.test'],
    ['connect-src', 'ws://live.test:81', 'connection ws://live.test:81'],
    ['img-src', 'https://img.test/a.png', 'unasked'],
    ['worker-src', 'https://cdn.test/w.js', 'unasked'],
    ['script-src-elem', 'inline', 'inline'],
    ['script-src', 'eval', 'inline'],
    ['script-src', 'wasm-eval', 'inline'],
    ['script-src-elem', 'data', 'inline'],
    ['script-src-elem', 'data:text/javascript,1', 'inline'],
    ['script-src-elem', 'blob', 'inline'],
    ['script-src-elem', 'blob:https://shop.test/1', 'inline'],
    ['script-src-elem', 'about', 'inline'],
    ['script-src-elem', 'about:blank', 'inline'],
    ['script-src-elem', '', 'inline'],
    ['script-src-elem', 'chrome-extension', 'extension'],
    ['script-src-elem', 'chrome-extension://abc/a.js', 'extension'],
    ['script-src-elem', 'moz-extension://abc/a.js', 'extension'],
    ['connect-src', 'safari-extension://abc', 'extension'],
    ['connect-src', 'safari-web-extension://abc', 'extension'],
    ['script-src', 'ms-browser-extension://abc', 'extension'],
    ['script-src', 'ftp://cdn.test/a.js', 'bad-url'],
    ['script-src', 'wss://cdn.test/a.js', 'bad-url'],
    ['script-src-elem', 'ws://cdn.test/a.js', 'bad-url'],
    ['script-src', 'javascript:1', 'bad-url'],
    ['script-src', '/a.js', 'bad-url'],
    ['script-src', 'https://', 'bad-url'],
    // Hosts that start with one of the keywords are hosts.
    ['script-src', 'https://inline.test/eval.js', 'script https://inline.test/eval.js'],
  ];
  for (const [directive, blocked, expected] of resources) {
    it(`${directive} ${blocked || '(nothing)'}: ${expected}`, () => {
      assert.equal(verdict({ directive, blocked }), expected);
    });
  }

  it('keeps paths of connections if the zone is set to', () => {
    const scope = { ...monitored, keepsConnectionPaths: true };
    const report = { directive: 'connect-src', blocked: 'https://api.test/v1?q=2#f' };
    assert.equal(verdict(report, scope), 'connection https://api.test/v1?q=2');
  });

  const policies: readonly (readonly [string, string, string])[] = [
    ['script-src-elem', 'inline', 'script inline'],
    ['script-src', 'eval', 'script eval'],
    ['img-src', 'data', 'other data'],
    ['img-src', 'data:image/png;base64,AAAA', 'other data'],
    ['img-src', 'https://img.test/a.png#f', 'other https://img.test/a.png'],
    ['frame-src', 'about', 'inline'],
    ['script-src-elem', 'chrome-extension', 'extension'],
    ['x'.repeat(65), 'https://img.test/', 'unasked'],
    ['foo\nbar\u0007=cmd', 'https://img.test/', 'unasked'],
    ['font-src', 'https://font.test/a.woff', 'unasked'],
    ['', 'https://img.test/', 'unasked'],
    ['worker-src', 'https://cdn.test/w.js', 'other https://cdn.test/w.js'],
    ['script-src-elem', 'wss://cdn.test/a.js', 'bad-url'],
    ['img-src', `https://img.test/${'a'.repeat(LONGEST_URL)}`, 'bad-url'],
  ];
  for (const [directive, blocked, expected] of policies) {
    it(`of a policy, ${directive.slice(0, 20)} ${blocked.slice(0, 30)}: ${expected}`, () => {
      assert.equal(verdict({ directive, blocked }, ofPolicy), expected);
    });
  }

  it('drops resources that a browser extension has loaded', () => {
    assert.equal(verdict({ source: 'moz-extension://abc/content.js' }), 'extension');
    assert.equal(verdict({ source: 'safari-web-extension' }, ofPolicy), 'extension');
  });

  const pages: readonly (readonly [string, string | undefined])[] = [
    ['https://shop.test/a?b=c#d', 'shop.test https://shop.test/a'],
    ['http://a.b.shop.test:8080/', 'a.b.shop.test http://a.b.shop.test:8080/'],
    ['https://u:p@SHOP.test', 'shop.test https://shop.test/'],
    ['https://shop.test./x', 'shop.test https://shop.test./x'],
    ['https://evilshop.test/', undefined],
    ['https://shop.test.evil.test/', undefined],
    ['https://test/', undefined],
    ['about:blank', undefined],
    ['ftp://shop.test/', undefined],
    ['shop.test', undefined],
    [`https://shop.test/${'a'.repeat(LONGEST_URL)}`, undefined],
  ];
  for (const [pageUrl, expected] of pages) {
    it(`page ${pageUrl.slice(0, 40)}: ${expected ?? 'foreign'}`, () => {
      const judged = judgeReport(reportOf({ pageUrl }), monitored);
      const found = judged.kind === 'dropped' ? judged.reason : `${judged.host} ${judged.pageUrl}`;
      assert.equal(found, expected ?? 'foreign-page');
    });
  }

  it('cuts long URLs, and marks them', () => {
    const fits = `https://cdn.test/${'a'.repeat(LONGEST_URL - 17)}`;
    assert.equal(verdict({ blocked: fits }), `script ${fits}`);
    const judged = judgeReport(reportOf({ blocked: `${fits}a` }), monitored);
    assert.deepEqual([judged.kind, 'url' in judged && judged.url], ['long-url', fits]);
  });

  it('accepts hashes of monitored pages only', () => {
    const bytes = Buffer.alloc(32, 7);
    const report = {
      kind: 'hash',
      pageUrl: 'https://shop.test/?a',
      url: 'https://cdn.test/a.js#f',
      hash: `sha256-${bytes.toString('base64')}`,
    } as const;
    assert.deepEqual(judgeReport(report, monitored), {
      kind: 'hash',
      host: 'shop.test',
      pageUrl: 'https://shop.test/',
      url: 'https://cdn.test/a.js',
      hash: bytes.toString('hex'),
    });
    const reasonOf = (each: Parameters<typeof judgeReport>[0], scope = monitored) => {
      const judged = judgeReport(each, scope);
      return judged.kind === 'dropped' ? judged.reason : judged.kind;
    };
    assert.equal(reasonOf(report, ofPolicy), 'unasked');
    for (const hash of ['', 'sha256-', 'sha256-AAAA', report.hash.replace('256', '384')]) {
      assert.equal(reasonOf({ ...report, hash }), 'bad-url');
    }
    assert.equal(reasonOf({ ...report, url: 'data:,1' }), 'bad-url');
    assert.equal(reasonOf({ ...report, url: 'wss://cdn.test/a.js' }), 'bad-url');
  });

  it('never throws, and keeps no longer URL than allowed', () => {
    // Not `fc.webUrl`: it lists all characters first, which takes longer than the whole file.
    const text = fc.string({ unit: anyCharacter }).map(encodeURIComponent);
    const url = fc
      .tuple(fc.constantFrom('http', 'https', 'wss'), fc.domain(), text, text, text)
      .map(([scheme, host, path, query, hash]) => `${scheme}://${host}/${path}?${query}#${hash}`);
    const anything = fc.oneof(fc.string(), url);
    const directive = fc.constantFrom('script-src', 'connect-src', 'img-src', '');
    fc.assert(
      fc.property(anything, directive, anything, (blocked, name, source) => {
        const judged = judgeReport(reportOf({ blocked, directive: name, source }), monitored);
        if (judged.kind === 'dropped') return;
        assert.ok(judged.url.length <= LONGEST_URL && !judged.url.includes('#'));
      }),
    );
  });
});
