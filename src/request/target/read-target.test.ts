import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  defaultUrlNormalization,
  type UrlNormalization,
} from '../../contracts/snapshot/url-normalization.ts';
import { decodePercents } from '../../kernel/percent.ts';
import { isPlainTarget, readTarget } from './read-target.ts';

const read = (target: string, settings: Partial<UrlNormalization> = {}) =>
  readTarget(target, { ...defaultUrlNormalization, ...settings });

describe('a target', () => {
  for (const target of ['/', '/a/b?c=d&e', '/a.b/c-d_~', '/a?b#']) {
    it(`${target} is plain`, () => assert.ok(isPlainTarget(target)));
  }

  it('is forwarded in the spelling that rules see, with its query as sent', () => {
    const seen = '/b/c?q=%61//../';
    assert.deepEqual(read('/a/..//%62/./c?q=%61//../'), { forwarded: seen, seen, others: [] });
  });

  const readings: readonly (readonly [sent: string, ...readings: string[]])[] = [
    ['/%2fadmin', '/%2Fadmin', '/admin'],
    ['/%5Cadmin', '/%5Cadmin', '/admin'],
    ['/api/group%2Fproject/x', '/api/group%2Fproject/x', '/api/group/project/x'],
    ['/a%2F%2Fb', '/a%2F%2Fb', '/a/b'],
    ['/a%2F.b', '/a%2F.b', '/a/.b'],
    ['/admin;x=1', '/admin;x=1', '/admin'],
    ['/;/admin', '/;/admin', '/admin'],
    ['/a%2Fb;c/d', '/a%2Fb;c/d', '/a/b;c/d', '/a%2Fb/d', '/a/b/d'],
    ['/caf%c3%a9', '/caf%C3%A9', '/caf\xc3\xa9'],
    ['/adm%21n', '/adm%21n', '/adm!n'],
    ['/api%3adel', '/api%3Adel', '/api:del'],
    ['/100%', '/100%'],
    ['/100%25', '/100%25', '/100%'],
    ['/a%3fb', '/a%3Fb'],
    ['/a%20b%3Bc', '/a%20b%3Bc', '/a b;c', '/a b'],
    ['/%3b%2Fadmin', '/%3B%2Fadmin', '/%3B/admin', '/;/admin', '/admin'],
    ['/%2f;a%2fb/admin', '/%2F;a%2Fb/admin', '/;a/b/admin', '/%2F/admin', '/b/admin', '/admin'],
    [
      '/adm%21n;x%2fy',
      '/adm%21n;x%2Fy',
      '/adm%21n;x/y',
      '/adm!n;x/y',
      '/adm%21n',
      '/adm%21n/y',
      '/adm!n/y',
      '/adm!n',
    ],
  ];
  for (const [sent, ...expected] of readings) {
    it(`${sent} is read as ${expected.join(', ')}`, () => {
      const { seen, others = [] } = read(sent) ?? {};
      assert.deepEqual([seen, ...others], expected);
    });
  }

  it('reads an address that is encoded twice in a parameter in every way, and does not refuse it', () => {
    const { forwarded, others = [] } = read('/ad;from=https%253A%252F%252Fshop.test%252Fa') ?? {};
    assert.equal(forwarded, '/ad;from=https%253A%252F%252Fshop.test%252Fa');
    for (const reading of ['/ad', '/ad;from=https:/shop.test/a', '/ad/shop.test/a']) {
      assert.ok(others.includes(reading), reading);
    }
  });

  const ambiguous: readonly (readonly [sent: string, somewhere: string])[] = [
    ['/x;a=%252e%252e%252f..%252fadmin', '/admin'],
    ['/x/..;a=%252Fb/admin', '/admin'],
    ['/admin;a=%2500', '/admin'],
    ['/x%2f..%2fadmin', '/admin'],
    ['/x/..%2Fadmin', '/admin'],
    ['/x%5c..%5cadmin', '/admin'],
    ['/x%2f%2e%2e/admin', '/admin'],
    ['/%2e%2e%2fadmin', '/admin'],
    ['/a%2f.%2fb', '/a/b'],
    ['/x/..;/admin', '/admin'],
    ['/x/..;a=b/admin', '/admin'],
    ['/x/.;/admin', '/x/admin'],
    ['/x/..%3b/admin', '/admin'],
    ['/x/%2e%2e;/admin', '/admin'],
    ['/admin%00.jpg', '/admin'],
    ['/x/%252e%252e/admin', '/admin'],
    ['/x%252fadmin', '/x/admin'],
    ['/x%255c..%255cadmin', '/admin'],
    ['/x%25252fadmin', '/x/admin'],
    ['/x%25%32%66admin', '/x/admin'],
    ['/x%%32%66admin', '/x/admin'],
    ['/admin%2500.jpg', '/admin'],
  ];
  for (const [sent, somewhere] of ambiguous) {
    it(`${sent} is refused or, if the zone allows ambiguous paths, also evaluated as ${somewhere}`, () => {
      assert.equal(read(sent), undefined);
      const allowed = read(sent, { ambiguousPaths: 'allow' });
      assert.ok(allowed?.others.includes(somewhere), JSON.stringify(allowed));
    });
  }

  for (const sent of [
    '/x%c0%af..%c0%afadmin',
    '/x/%e0%80%ae%e0%80%ae/admin',
    '/x/%f0%80%80%ae%f0%80%80%ae/admin',
    '/%f0%80%81%9cadmin',
    '/%f8%80%80%80%afadmin',
    '/%fc%80%80%80%80%afadmin',
    '/x%u002fadmin',
    '/x%uff0e%uff0e/admin',
  ]) {
    it(`${sent} is refused`, () => assert.equal(read(sent), undefined));
  }

  it('is evaluated in every spelling if origins do not get the one that rules see', () => {
    const sent = '/x/../%61//b';
    assert.deepEqual(read(sent, { scope: 'incoming' }), {
      forwarded: sent,
      seen: '/a/b',
      others: [sent],
    });
    assert.deepEqual(read(sent, { scope: 'none' }), {
      forwarded: sent,
      seen: sent,
      others: ['/a/b'],
    });
    const { seen, others } = read('/a//b', { type: 'rfc3986' }) ?? {};
    assert.deepEqual([seen, others], ['/a//b', ['/a/b']]);
    assert.equal(read('/a\\..\\b', { type: 'rfc3986' }), undefined);
  });

  it('has only readings that lead to the same resource, unless it is refused', () => {
    const pieces = [
      '/',
      '%2f',
      '%5C',
      '\\',
      '.',
      '..',
      '%2e',
      ';',
      '%3B',
      'a',
      '%21',
      '%25',
      '2f',
      '%00',
    ];
    const path = fc.array(fc.constantFrom(...pieces), { maxLength: 12, size: 'max' });
    fc.assert(
      fc.property(path, (parts) => {
        const result = read(`/${parts.join('')}`);
        for (const each of result ? [result.seen, ...result.others] : []) {
          assert.doesNotMatch(decodePercents(each), /\/\.\.?(?:[/;]|$)|\0/);
        }
        if (result) assert.deepEqual(read(result.forwarded), result);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is read in linear time', () => {
    // With quadratic time, each of these would take minutes.
    for (const piece of ['/..', '%2f', ';', '%25', '%', '\\', '/;', '..%2f', '%252525']) {
      read(`/${piece.repeat(150_000 / piece.length)}`, { ambiguousPaths: 'allow' });
    }
  });
});
