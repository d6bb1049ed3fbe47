import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { RequestSample } from '../../../../catalogs/managed-rulesets/managed-rule-base.ts';
import { attackedRequest } from '../../fixtures/attacked-request.ts';
import { inspectRequest } from '../../inspect-request.ts';

const findingsIn = (sample: string | RequestSample) =>
  inspectRequest(attackedRequest(sample)).findings;

const strengthsOf = (sample: string | RequestSample, sign: string) =>
  findingsIn(sample)
    .filter((finding) => finding.sign.startsWith(sign))
    .map(({ strength }) => strength);

const get = (target: string): RequestSample => ({ method: 'GET', target, headers: {}, body: '' });

const post = (body: string): RequestSample => ({
  method: 'POST',
  target: '/',
  headers: { 'content-type': 'application/json' },
  body,
});

const percent = (text: string): string =>
  text.replace(/[./\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

const overlong = (text: string): string =>
  text.replaceAll('/', '\xc0\xaf').replaceAll('.', '\xc0\xae');

describe('paths', () => {
  it('that lead to secrets are clear in every encoding that servers undo', () => {
    const up = fc.constantFrom('../', '..\\', '..//', '.././', '....//', '..;/');
    const target = fc.constantFrom(
      'etc/passwd',
      'etc/shadow',
      'proc/self/environ',
      'windows/win.ini',
      'WEB-INF/web.xml',
    );
    const encoding = fc.constantFrom(
      (text: string) => text,
      percent,
      (text: string) => percent(percent(text)),
      overlong,
    );
    fc.assert(
      fc.property(
        fc.array(up, { minLength: 2, maxLength: 9 }),
        target,
        encoding,
        (ups, name, encode) => {
          const path = encode(ups.join('') + name);
          const value = { place: 'query', name: 'name', text: path, encoding: 'none' } as const;
          const { findings } = inspectRequest({
            method: 'GET',
            version: 'HTTP/1.1',
            values: [value],
            gaps: [],
          });
          assert.ok(
            findings.some(
              ({ sign, strength }) => sign === 'traversal-target' && strength === 'clear',
            ),
            path,
          );
        },
      ),
    );
  });

  it('of assets are weak at most, however deep', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(?:\/[a-z]{1,8})?\.(?:png|css|js|html|woff2|map)$/);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), name, (levels, asset) => {
        const found = findingsIn(JSON.stringify({ src: `${'../'.repeat(levels)}${asset}` }));
        assert.ok(found.every(({ strength }) => strength === 'weak'));
      }),
    );
  });

  const cases: readonly (readonly [string, string | RequestSample, string, readonly string[]])[] = [
    [
      'in a sentence are weak',
      'Why can I read /etc/passwd on my machine as a guest?',
      'file-inclusion',
      ['weak'],
    ],
    [
      'of repositories that are shown are weak',
      get('/team/site/raw/main/.env'),
      'restricted-file',
      ['weak'],
    ],
    [
      'of well-known files are nothing',
      get('/.well-known/acme-challenge/x'),
      'restricted-file',
      [],
    ],
    [
      'of clients of Git are nothing',
      get('/team/site.git/git-receive-pack'),
      'restricted-file',
      [],
    ],
    [
      'of Windows in error reports are nothing',
      'C:\\build\\app\\main.cpp(20): error',
      'file-inclusion',
      [],
    ],
    [
      'of settings in documents are weak',
      post('{"mountPath":"/etc/nginx/"}'),
      'file-inclusion',
      ['weak'],
    ],
  ];
  for (const [title, sample, sign, expected] of cases) {
    it(title, () => assert.deepEqual(strengthsOf(sample, sign), expected));
  }
});
