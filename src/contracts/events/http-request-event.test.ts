import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ColumnWriter } from '../../kernel/columns/column-writer.ts';
import {
  type HttpRequestFields,
  httpRequestColumns,
  readHttpRequests,
} from './http-request-event.ts';

it('a request is read from its batch unchanged, with every field', () => {
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
  const plain = Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in noRules)));
  const writer = new ColumnWriter(httpRequestColumns, 2);
  for (const written of [plain, { ...fields, refusal: 'a refusal' }]) {
    for (const [name, value] of Object.entries({ ...event, ...written })) {
      const slots: Record<number, unknown> | undefined = writer.values[name as 'RayID'];
      if (slots) slots[writer.count] = value;
    }
    writer.count += 1;
  }
  assert.deepEqual(readHttpRequests(JSON.parse(writer.take())), [
    { ...event, fields: { ...fields, ...noRules }, refusal: undefined },
    { ...event, refusal: 'a refusal' },
  ]);
});

it('rows of older versions are recognised', () => {
  assert.equal(readHttpRequests(['zone', 'account', 'ray']), undefined);
});
