import type { Incident } from './message.ts';
import { listText, plainText } from './plain-text.ts';

export const stateOf = (healthy: boolean) => (healthy ? 'Healthy' : 'Unhealthy');

export function isHealthy({ incident }: { readonly incident: Incident }): boolean {
  return incident.phase === 'end';
}

export interface ProbeFailure {
  readonly failureReason: string;
  readonly responseCode: number | null;
}

export function failureText({ failureReason, responseCode }: ProbeFailure): string {
  const code = responseCode === null ? '' : ` (response code ${responseCode})`;
  return `${plainText(failureReason)}${code}`;
}

/** What is unhealthy now, of all subjects of a message. */
export function stateNow(unhealthy: readonly string[], subjects: number): string {
  if (unhealthy.length === 0) return subjects === 1 ? 'It is healthy now.' : 'All are healthy now.';
  if (subjects === 1) return 'It is unhealthy now.';
  return `Unhealthy now: ${listText(unhealthy, 5)}.`;
}
