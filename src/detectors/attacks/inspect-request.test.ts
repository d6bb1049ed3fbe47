import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { signsByFamily } from '../../catalogs/attacks/attack-signs.ts';
import type { SignEntry } from '../../catalogs/attacks/sign-entry.ts';
import { attackedRequest } from './fixtures/attacked-request.ts';
import { plainInspection, shown } from './fixtures/plain-inspection.ts';
import { inspectRequest } from './inspect-request.ts';
import type { InspectedRequest } from './inspected-request.ts';

const samples = Object.entries(signsByFamily).flatMap(([family, table]) =>
  Object.values<SignEntry>(table).map(({ samples: { matching, other } }) => ({
    family,
    requests: [...matching, ...other].map(attackedRequest),
  })),
);
const values = samples.flatMap(({ requests }) => requests.flatMap((each) => each.values));

function same(request: InspectedRequest): void {
  const { findings, gaps } = inspectRequest(request);
  // The plain inspection has no limit.
  if (gaps.some(({ reason }) => reason === 'steps')) return;
  assert.deepEqual(shown(findings), plainInspection(request));
}

describe('an inspection finds what the plain one finds', () => {
  for (const [family, entries] of Object.entries(Object.groupBy(samples, (each) => each.family))) {
    it(`in the samples of ${family}`, () => {
      for (const { requests } of entries ?? []) for (const request of requests) same(request);
    });
  }

  it('in values that are cut, joined and encoded', () => {
    const Text = fc
      .constantFrom(...values)
      .chain(({ text }) =>
        fc
          .tuple(fc.nat(text.length), fc.nat(text.length))
          .map(([from, to]) => text.slice(Math.min(from, to), Math.max(from, to))),
      );
    const encodings = [
      (text: string) => text,
      (text: string) => encodeURIComponent(text.replace(/[^\x20-\x7e]/g, '')),
      (text: string) => Buffer.from(text, 'latin1').toString('base64'),
      (text: string) => JSON.stringify({ text }),
      (text: string) => text.replace(/[<>"'&]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    ];
    const Encoded = fc
      .tuple(fc.array(Text, { minLength: 1, maxLength: 3 }), fc.constantFrom(...encodings))
      .map(([parts, encode]) => encode(parts.join(' ')));
    const Value = fc.record({
      place: fc.constantFrom('query', 'form', 'json', 'body', 'header', 'cookie'),
      name: fc.constantFrom('id', 'q', 'message', 'code', 'url'),
      text: Encoded,
      encoding: fc.constantFrom('form', 'none', 'percent'),
    });
    fc.assert(
      fc.property(fc.array(Value, { minLength: 1, maxLength: 3 }), (all) =>
        same({ method: 'POST', version: 'HTTP/1.1', values: all, gaps: [] } as InspectedRequest),
      ),
      { numRuns: 300 },
    );
  });
});
