/** The examples of the public documentation: which of four lines pass, and how many operators are counted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { httpRequests } from '../catalogs/datasets/http-requests.ts';
import { parseLogFilter } from '../expression/log-filter/parse-log-filter.ts';
import { schemeOf } from './dataset-scheme.ts';
import { runOnLines } from './lines/run-on-lines.ts';
import { resolveOutput } from './output/resolve-output.ts';

const A = {
  ClientCountry: 'ca',
  ClientRequestHost: 'example.com',
  ClientRequestPath: '/static/app.js',
  ClientRequestMethod: 'GET',
  BotScore: 85,
  EdgeResponseStatus: 200,
  OriginResponseStatus: 0,
  WorkerSubrequest: false,
  SecurityActions: [],
  ClientRequestUserAgent: 'Mozilla/5.0',
  CacheCacheStatus: 'hit',
};
const B = {
  ClientCountry: 'us',
  ClientRequestHost: 'api.example.com',
  ClientRequestPath: '/v1/login',
  ClientRequestMethod: 'POST',
  BotScore: 12,
  EdgeResponseStatus: 403,
  OriginResponseStatus: 0,
  WorkerSubrequest: false,
  SecurityActions: ['log', 'block'],
  ClientRequestUserAgent: 'curl/8.5',
  CacheCacheStatus: 'dynamic',
};
const C = {
  ClientCountry: 'US',
  ClientRequestHost: 'example.com',
  ClientRequestPath: '/static',
  ClientRequestMethod: 'GET',
  BotScore: 30,
  EdgeResponseStatus: 201,
  OriginResponseStatus: 201,
  WorkerSubrequest: true,
  SecurityActions: ['blocked'],
  ClientRequestUserAgent: '',
  CacheCacheStatus: 'miss',
};
const D = {
  ClientRequestHost: 'example.com',
  ClientRequestPath: '/',
  ClientRequestMethod: 'GET',
  EdgeResponseStatus: 503,
  OriginResponseStatus: 503,
  WorkerSubrequest: false,
  SecurityActions: [],
  CacheCacheStatus: 'bypass',
};

const leaf = (key: string, operator: string, value: unknown) => ({ key, operator, value });

const examples: readonly (readonly [where: object, passes: string, operators: number])[] = [
  [leaf('ClientCountry', 'eq', 'us'), 'FTFF', 1],
  [leaf('ClientCountry', '!eq', 'ca'), 'FTTT', 1],
  [leaf('EdgeResponseStatus', 'eq', '403'), 'FTFF', 1],
  [leaf('OriginResponseStatus', 'eq', 0), 'TTFF', 1],
  [leaf('WorkerSubrequest', 'eq', true), 'FFTF', 1],
  [leaf('BotScore', 'lt', '30'), 'FTFF', 1],
  [leaf('BotScore', 'leq', 30), 'FTTF', 1],
  [leaf('BotScore', 'gt', '30'), 'TFFF', 1],
  [leaf('EdgeResponseStatus', 'geq', 400), 'FTFT', 1],
  [leaf('ClientRequestPath', 'startsWith', '/static'), 'TFTF', 1],
  [leaf('ClientRequestPath', '!startsWith', '/static/'), 'FTTT', 1],
  [leaf('ClientRequestHost', 'endsWith', '.example.com'), 'FTFF', 1],
  [leaf('ClientRequestPath', '!endsWith', '.js'), 'FTTT', 1],
  [leaf('ClientRequestUserAgent', 'contains', 'curl'), 'FTFF', 1],
  [leaf('ClientRequestUserAgent', '!contains', 'curl'), 'TFTT', 1],
  [leaf('SecurityActions', 'contains', 'block'), 'FTFF', 1],
  [leaf('SecurityActions', '!contains', 'block'), 'TFTT', 1],
  [leaf('SecurityActions', 'contains', ['log', 'block']), 'FTFF', 1],
  [leaf('EdgeResponseStatus', 'in', [200, '201']), 'TFTF', 1],
  [leaf('EdgeResponseStatus', '!in', [200, 201]), 'FTFT', 1],
  [leaf('ClientCountry', 'in', ['us', 'ca']), 'TTFF', 1],
  [
    {
      and: [
        leaf('ClientRequestPath', 'contains', '/static'),
        leaf('ClientRequestHost', 'eq', 'example.com'),
      ],
    },
    'TFTF',
    3,
  ],
  [
    {
      and: [
        leaf('ClientRequestHost', 'eq', 'example.com'),
        { or: [leaf('EdgeResponseStatus', 'geq', '500'), leaf('BotScore', 'lt', 31)] },
      ],
    },
    'FFTT',
    5,
  ],
  [
    {
      or: [
        {
          and: [
            leaf('ClientRequestMethod', 'eq', 'POST'),
            leaf('EdgeResponseStatus', 'in', [401, 403]),
          ],
        },
        leaf('CacheCacheStatus', 'eq', 'hit'),
      ],
    },
    'TTFF',
    5,
  ],
];

describe('examples of log filters', () => {
  const output = resolveOutput(httpRequests, { field_names: ['EdgeResponseStatus'] });
  for (const [where, expected, operators] of examples) {
    const filter = JSON.stringify({ where });
    it(`${filter}: ${expected}`, () => {
      const { passes, records } = runOnLines({ dataset: httpRequests, filter, output }, [
        A,
        B,
        C,
        D,
      ]);
      assert.equal(passes.map((pass) => (pass ? 'T' : 'F')).join(''), expected);
      assert.equal(records.length, passes.filter(Boolean).length);
      assert.equal(parseLogFilter(filter, schemeOf(httpRequests)).operators, operators);
    });
  }
});
