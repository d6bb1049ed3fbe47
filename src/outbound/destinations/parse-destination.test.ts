import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DestinationError } from './destination-error.ts';
import { destinationKinds } from './destination-kinds.ts';
import { parseDestination } from './parse-destination.ts';

const refused: readonly (readonly [text: string, problem: RegExp])[] = [
  ['', /scheme:\/\/address/],
  ['logs.example.com', /scheme:\/\/address/],
  ['ftp://logs.example.com', /unknown scheme "ftp"; expected one of azure, clickhouse, /],
  ['https://', /needs a host/],
  ['https:///path', /needs a host/],
  ['https://user:hidden-word@logs.example.com/', /user name or password/],
  ['https://logs.example.com:99999/', /invalid address/],
  ['https://logs.example.com/a b', /blank/],
  ['https://logs.example.com/\n', /control character/],
  ['https://logs.example.com/#part', /"#"/],
  ['https://logs.example.com/?header_A=%zz', /percent-encoding in the option "header_A"/],
  ['https://logs.example.com/?header_A=a%0d%0ab:c', /"header_A" that is not a valid header/],
  ['https://logs.example.com/?header_A%20B=1', /"header_A B" that is not a valid header/],
  ['https://logs.example.com/?header_=1', /not a valid header/],
  ['https://logs.example.com/?header_Host=other', /must not set the header "host"/],
  ['https://logs.example.com/?header_Content-Length=1', /must not set the header/],
  ['https://logs.example.com/?header___proto__=1', /must not set the header "__proto__"/],
  ['https://logs.example.com/?header_A=1&header_a=2', /sets the header "a" twice/],
  ['https://logs.example.com/?=1', /without a readable name/],
  [`https://logs.example.com/?${'a=1&'.repeat(65)}`, /more than 64 options/],
  [`https://logs.example.com/${'a'.repeat(4_096)}`, /longer than 4096/],
];

describe('parseDestination', () => {
  for (const [text, problem] of refused) {
    it(`refuses ${JSON.stringify(text.slice(0, 80))}`, () => {
      assert.throws(
        () => parseDestination(text),
        (error) => {
          assert.ok(error instanceof DestinationError && error.isPermanent, String(error));
          assert.match(error.message, problem);
          assert.match(error.message, /^the destination /);
          assert.doesNotMatch(error.message, /hidden-word/);
          return true;
        },
      );
    });
  }

  it('accepts all examples of the documentation, which cover all kinds', () => {
    const guide = readFileSync(
      new URL('../../../docs/log-destinations.md', import.meta.url),
      'utf8',
    );
    const examples = [...guide.matchAll(/^[a-z0-9]+:\/\/\S+$/gm)].map(([text]) => text);
    for (const text of examples) assert.ok(parseDestination(text).address, text);
    const schemes = new Set(examples.map((text) => text.split(':')[0]));
    assert.deepEqual(
      [...destinationKinds.keys()].filter((scheme) => !schemes.has(scheme)),
      ['http'],
    );
  });

  const slashes: readonly (readonly [text: string, shown: string | undefined])[] = [
    ['s3://bucket/dir?region=us-east-1/', 's3://bucket/dir?region=us-east-1'],
    ['s3://bucket/dir?region=us-east-1&sse=AES256/', 's3://bucket/dir?region=us-east-1&sse=AES256'],
    ['s3://bucket/dir?region=us-east-1/&sse=AES256', undefined],
    ['s3://bucket/dir?region=us-east-1//', undefined],
  ];
  for (const [text, shown] of slashes) {
    it(`${shown ? 'tolerates' : 'refuses'} the slash in ${text}`, () => {
      if (shown === undefined) assert.throws(() => parseDestination(text), DestinationError);
      else assert.equal(parseDestination(text).masked, shown);
    });
  }

  it('throws no other error, whatever the text (property)', () => {
    const scheme = fc.constantFrom(...destinationKinds.keys(), 'x');
    const unit = fc.constantFrom(
      ...'abcXYZ019/?&=%.:@{}[]-_+$*, \0ü#\\',
      '://',
      'header_',
      '{DATE}',
    );
    fc.assert(
      fc.property(scheme, fc.string({ unit, maxLength: 60 }), (name, rest) => {
        try {
          parseDestination(`${name}://${rest}`);
        } catch (error) {
          assert.ok(error instanceof DestinationError, String(error));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
