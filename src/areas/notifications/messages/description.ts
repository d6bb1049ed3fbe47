import type { Alert } from '../../../contracts/alert.ts';
import type { Fact, Incident, Message, Severity } from './message.ts';
import { plainText } from './plain-text.ts';

/** Names that alerts do not contain. */
export interface MessageContext {
  readonly account: Message['account'];
  /** Names of zones by id, without deleted zones. */
  readonly zoneNames: ReadonlyMap<string, string>;
  /** Names of the load balancers that use a pool, by the id of the pool. */
  readonly balancerNames: ReadonlyMap<string, readonly string[]>;
}

/** The texts and facts of one alert. */
export interface Description {
  readonly severity: Severity;
  readonly title: string;
  readonly text: string;
  readonly facts: readonly Fact[];
  /** In the format of the public API. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly incident: Incident | null;
}

/** The texts for several alerts together. */
export interface Summary {
  readonly severity: Severity;
  readonly title: string;
  readonly text: string;
}

/** Describes alerts that may share a message. */
export interface Wording<Subject extends Alert> {
  describe(alert: Subject, context: MessageContext): Description;
  /** There are at least two alerts, oldest first. */
  summarize(alerts: readonly Subject[], context: MessageContext): Summary;
  /** Labels of facts that the text contains as well: a list of many alerts omits them. */
  readonly factsInText?: readonly string[];
  /** The data of a message. By default the data of the latest alert, with a list of all if there are several. */
  join?(alertType: string, data: readonly Description['data'][]): Description['data'];
}

/** Omits facts without a value. */
export function factsOf(values: Readonly<Record<string, string | null | undefined>>): Fact[] {
  return Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

export function zoneName(zoneId: string, { zoneNames }: MessageContext): string {
  return zoneNames.get(zoneId) ?? zoneId;
}

export function balancersOf(poolId: string, { balancerNames }: MessageContext): string {
  return (balancerNames.get(poolId) ?? []).map((name) => plainText(name)).join(', ');
}

const ranks: readonly Severity[] = ['ok', 'info', 'warning', 'critical'];

export function worst(severities: readonly Severity[]): Severity {
  return ranks.findLast((rank) => severities.includes(rank)) ?? 'info';
}
