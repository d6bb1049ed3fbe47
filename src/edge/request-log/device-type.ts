import type { HttpRequestFields } from '../../contracts/events/http-request-event.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';

type DeviceType = HttpRequestFields['ClientDeviceType'];

/** A cache, because most requests come from few user agents. */
const known = new BoundedMap<string, DeviceType>(1024);

/** Guesses the type from the user agent. */
export function deviceType(userAgent: string): DeviceType {
  if (userAgent === '') return 'unknown';
  const before = known.get(userAgent);
  if (before) return before;
  const guess = guessed(userAgent);
  known.set(userAgent, guess);
  return guess;
}

function guessed(userAgent: string): DeviceType {
  if (/iPad|Tablet|PlayBook|Silk\//.test(userAgent)) return 'tablet';
  if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'mobile' : 'tablet';
  return /iPhone|iPod|Mobile|Windows Phone/.test(userAgent) ? 'mobile' : 'desktop';
}
