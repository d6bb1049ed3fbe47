import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { ApiError } from '../../http/api-error.ts';
import { isStorableText } from '../../kernel/text.ts';
import { FilterQuery, toEventFilter } from './event-filter.ts';

const NOW = Date.UTC(2026, 0, 1);

describe('filter of security events', () => {
  it('reads absolute times and times relative to now', () => {
    const read = (since: string) => toEventFilter('z', { since }, NOW).since;
    assert.equal(read('2025-12-31T23:00:00Z'), NOW - 3_600_000);
    assert.equal(read('-90s'), NOW - 90_000);
    assert.equal(read('-15m'), NOW - 900_000);
    assert.equal(read('-7d'), NOW - 7 * 86_400_000);
    assert.equal(read('-999999d'), 0);
  });

  it('converts each value to its stored form', () => {
    const query = {
      ip: '::ffff:192.0.2.1, 2001:DB8:0:0::1',
      host: 'WWW.Shop.Test',
      source: 'Data Loss Prevention,SanityCheck',
      action: 'js_challenge,BLOCK',
      path: '/a,b',
      country: 'PT,Unknown',
    };
    assert.deepEqual(toEventFilter('z', query, NOW).equals, {
      action: ['jschallenge', 'block'],
      source: ['dlp', 'validation'],
      host: ['www.shop.test'],
      client_ip: ['192.0.2.1', '2001:db8::1'],
      path: ['/a,b'],
      country: ['pt', 'unknown'],
    });
  });

  it('accepts any input or refuses it with the name of the parameter, and searches only storable values', () => {
    const words = [
      '-1h',
      'block',
      'dlp',
      '192.0.2.1',
      '/a',
      'starts_with:/',
      ',',
      '2026-01-01T00:00:00Z',
    ];
    const value = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc
        .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
        .map((all) => all.join(',')),
    );
    const names = Object.keys(FilterQuery);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (query) => {
        try {
          const { equals, pathPrefix = '' } = toEventFilter('z', query, NOW);
          const searched = [...Object.values(equals).flat(), pathPrefix];
          assert.ok(searched.every((text) => isStorableText(text) && text.length <= 1_000));
        } catch (error) {
          assert.ok(error instanceof ApiError, String(error));
          assert.equal(error.status, 400);
          const named = /^the parameter "(\w+)"/.exec(error.message)?.[1];
          assert.ok(names.includes(named ?? ''), error.message);
        }
      }),
    );
  });
});
