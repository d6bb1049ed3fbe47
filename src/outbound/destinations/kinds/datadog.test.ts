import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDestinationContract } from '../destination-contract.ts';
import { parseDestination } from '../parse-destination.ts';
import { startReceiver } from '../receiver.fixture.ts';

describeDestinationContract('datadog', {
  text: (host, port) =>
    `datadog://${host}:${port}/api/v2/logs?header_DD-API-KEY=dd-secret-key&ddsource=palisade&service=shop&ddtags=env%3Aprod%2Cteam%3Aa`,
  secrets: ['dd-secret-key'],
  startCounterpart: () =>
    startReceiver({
      respond({ method, url, headers, text }) {
        assert.equal(method, 'POST');
        assert.equal(url.pathname, '/api/v2/logs');
        assert.deepEqual(Object.fromEntries(url.searchParams), {
          ddsource: 'palisade',
          service: 'shop',
          ddtags: 'env:prod,team:a',
        });
        assert.equal(headers['dd-api-key'], 'dd-secret-key');
        assert.equal(headers['content-type'], 'text/plain');
        assert.equal(headers['content-encoding'], 'gzip');
        for (const line of text.trimEnd().split('\n')) JSON.parse(line);
        return { status: 202, body: '{}' };
      },
    }),
});

describe('datadog destinations', () => {
  const refused = [
    ['datadog://host/api/v2/logs?ddsource=a', /needs the option "header_DD-API-KEY"/],
    ['datadog://host?header_DD-API-KEY=k', /needs the path of the intake/],
    [
      'datadog://host/in?header_DD-API-KEY=k&source=a',
      /unknown option "source"; datadog:\/\/ takes ddsource, /,
    ],
    ['datadog://host/in?header_DD-API-KEY=k&service=', /"service" without a value/],
    ['datadog://host/in?header_DD-API-KEY=k&service=a&service=b', /"service" twice/],
  ] as const;
  for (const [text, message] of refused) {
    it(`refuse ${text}`, () => assert.throws(() => parseDestination(text), { message }));
  }
});
