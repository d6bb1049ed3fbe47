import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meansOriginIsDown, problemOf } from './upstream-failure.ts';

const failure = (code?: string) => Object.assign(new Error('failed'), { code });

describe('failures of origins', () => {
  for (const [code, problem, isDown] of [
    ['ECONNREFUSED', 'originRefused', true],
    ['ORIGIN_CONNECT_TIMEOUT', 'originConnectTimeout', true],
    ['ORIGIN_BUSY', 'originBusy', false],
    ['ENOTFOUND', 'originUnreachable', true],
    ['ORIGIN_TIMEOUT', 'originTimeout', true],
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'originTlsFailed', false],
    ['EPROTO', 'originTlsFailed', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'originCertificate', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'originCertificate', false],
    ['BAD_FIELD', 'badRequest', false],
    ['ECONNRESET', 'originBroken', true],
    ['NEVER_HEARD_OF', 'originBroken', true],
    [undefined, 'originBroken', true],
  ] as const) {
    it(`${code} is ${problem}`, () => {
      assert.equal(problemOf(failure(code)), problem);
      assert.equal(meansOriginIsDown(problem), isDown);
    });
  }

  it('of a name with several addresses are classified by the first error', () => {
    const all = new AggregateError([failure('ECONNREFUSED'), failure('EHOSTUNREACH')]);
    assert.equal(problemOf(all), 'originRefused');
  });
});
