import type { ResultOf } from '../../api/client.ts';
import type { Tone } from '../../parts/controls/tone.ts';

export type ListedZone = ResultOf<'GET /zones'>[number];

export function zoneState({ status, paused }: ListedZone): string {
  return paused ? 'paused' : status;
}

export function zoneTone(zone: ListedZone): Tone {
  if (zone.paused) return 'warning';
  return zone.status === 'active' ? 'good' : 'neutral';
}
