import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceType } from './device-type.ts';

describe('the type of a device', () => {
  for (const [userAgent, type] of [
    ['', 'unknown'],
    ['curl/8.5.0', 'desktop'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 'desktop'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148', 'mobile'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36', 'mobile'],
    ['Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/126.0 Safari/537.36', 'tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Mobile/15E148', 'tablet'],
  ] as const) {
    it(`is ${type} for ${userAgent || 'no user agent'}`, () => {
      // The second result comes from the cache.
      assert.deepEqual([deviceType(userAgent), deviceType(userAgent)], [type, type]);
    });
  }
});
