import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OutboundError } from '../outbound-error.ts';
import { failureReasonOf } from './failure-reason.ts';

const coded = (code: string) => Object.assign(new Error('failed'), { code });

const cases: readonly (readonly [unknown, string])[] = [
  [coded('ECONNREFUSED'), 'TCP connection failed'],
  [coded('ETIMEDOUT'), 'TCP Timeout'],
  [coded('EHOSTUNREACH'), 'No route to host error'],
  [coded('ENETUNREACH'), 'Network Unreachable'],
  [coded('ECONNRESET'), 'Connection Reset by Peer'],
  [coded('ENOTFOUND'), 'DNS Unknown Host'],
  [coded('EAI_AGAIN'), 'DNS Internal'],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'TLS name mismatch error'],
  [coded('ERR_SSL_TLSV1_ALERT_UNRECOGNIZED_NAME'), 'TLS unrecognized name error'],
  [coded('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'), 'TLS Handshake Failure'],
  [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'TLS protocol error'],
  [coded('EPROTO'), 'TLS protocol error'],
  [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'TLS untrusted certificate error'],
  [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'TLS untrusted certificate error'],
  [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'TLS untrusted certificate error'],
  [coded('CERT_HAS_EXPIRED'), 'TLS untrusted certificate error'],
  [coded('HPE_INVALID_CONSTANT'), 'HTTP Invalid Response'],
  [coded('ERR_INVALID_CHAR'), 'Monitor Config Error'],
  [new OutboundError('address_refused', 'refused'), 'Other Failure'],
  [new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]), 'TCP connection failed'],
  [new AggregateError([]), 'Other Failure'],
  [coded('ESOMETHING'), 'Other Failure'],
  ['thrown text', 'Other Failure'],
  [undefined, 'Other Failure'],
];

describe('failure reasons', () => {
  for (const [error, reason] of cases) {
    const code = (error as { code?: string } | undefined)?.code ?? String(error);
    it(`calls ${code} "${reason}"`, () => assert.equal(failureReasonOf(error), reason));
  }
});
