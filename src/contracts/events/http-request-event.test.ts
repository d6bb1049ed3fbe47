import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  fromRow,
  type HttpRequestFields,
  type HttpRequestRow,
  toRow,
} from './http-request-event.ts';

it('a request comes out of its row as it went in, with every field', () => {
  const fields: HttpRequestFields = {
    RayID: 'ray',
    EdgeStartTimestamp: 1,
    EdgeEndTimestamp: 2,
    ZoneName: 'shop.test',
    ClientIP: '192.0.2.1',
    ClientSrcPort: 3,
    ClientDeviceType: 'desktop',
    ClientRequestBytes: 4,
    ClientRequestHost: 'host',
    ClientRequestMethod: 'GET',
    ClientRequestPath: '/path',
    ClientRequestProtocol: 'HTTP/1.1',
    ClientRequestReferer: 'referer',
    ClientRequestScheme: 'http',
    ClientRequestSource: 'eyeball',
    ClientRequestURI: '/path?query',
    ClientRequestUserAgent: 'agent',
    ClientXRequestedWith: 'with',
    ClientSSLCipher: 'NONE',
    ClientSSLProtocol: 'none',
    CacheCacheStatus: 'dynamic',
    EdgeRequestHost: 'origin host',
    EdgeResponseBodyBytes: 5,
    EdgeResponseBytes: 6,
    EdgeResponseContentType: 'text/html',
    EdgeResponseStatus: 200,
    EdgeTimeToFirstByteMs: 7,
    OriginIP: '192.0.2.2',
    OriginResponseDurationMs: 8,
    OriginResponseHTTPExpires: 'expires',
    OriginResponseHTTPLastModified: 'modified',
    OriginResponseHeaderReceiveDurationMs: 9,
    OriginResponseStatus: 201,
    SecurityAction: 'block',
    SecurityRuleID: 'rule',
    SecurityRuleDescription: 'description',
    SecurityActions: ['log', 'block'],
    SecurityRuleIDs: ['first', 'rule'],
    SecuritySources: ['firewallCustom', 'firewallManaged'],
    RequestHeaders: { 'x-a': '1' },
    ResponseHeaders: { 'x-b': '2' },
    Cookies: { c: '3' },
  };
  const event = { zoneId: 'zone', accountId: 'account', fields };
  const travelled = JSON.parse(JSON.stringify(toRow(event))) as HttpRequestRow;
  assert.deepEqual(fromRow(travelled), event);
  const noRules = {
    SecurityAction: '',
    SecurityRuleID: '',
    SecurityRuleDescription: '',
    SecurityActions: [],
    SecurityRuleIDs: [],
    SecuritySources: [],
    RequestHeaders: {},
    ResponseHeaders: {},
    Cookies: {},
  };
  const plain = Object.entries(fields).filter(([name]) => !(name in noRules));
  const met = { ...event, fields: Object.fromEntries(plain) as unknown as HttpRequestFields };
  const short = JSON.parse(JSON.stringify(toRow(met))) as HttpRequestRow;
  assert.ok(short.length < travelled.length);
  assert.deepEqual(fromRow(short), { ...event, fields: { ...fields, ...noRules } });
});
