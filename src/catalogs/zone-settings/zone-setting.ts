import { type TSchema, Type } from '../../kernel/schema.ts';
import { findPlan, type Plan, planIncludes } from '../plans.ts';

/** A switch or value that applies to all traffic of a zone, with its name in the API. */
export interface ZoneSetting {
  readonly id: string;
  readonly value: TSchema;
  readonly default: unknown;
  /** The member of the API that carries the value. */
  readonly member: 'value' | 'enabled';
  /** The lowest plan that may change it. */
  readonly from: Plan['tier'];
  /** The largest value of a plan, which is also its default. */
  readonly most?: (plan: Plan) => number;
  /** Whether other areas can see that it had a value other than its default, also after a reset. */
  readonly leavesTrace?: true;
  /** Its effect at the edge. Undefined if it is only stored. */
  readonly effect?: string;
  /** Why it has no effect. */
  readonly reason?: string;
  /** Values that act like another one, with the reason. */
  readonly alike?: Readonly<Record<string, string>>;
  /** Converts a value that clients send in several forms to one form. */
  readonly normalise?: (value: unknown) => unknown;
  /** Converts a value to its form in calls for several settings, which only older clients make. */
  readonly amongOthers?: (value: unknown) => unknown;
  /** A warning about an effect of the value that its author may not expect. */
  readonly caution?: (value: unknown, installation: Installation) => string | undefined;
}

/** Properties of the installation that settings depend on. */
export interface Installation {
  /** Whether visitors can connect over TLS: to the edge, or to a proxy in front of it. */
  readonly servesTls: boolean;
}

export const OnOff = Type.Enum(['on', 'off']);

export function mayEdit({ from }: ZoneSetting, plan: string): boolean {
  return planIncludes(plan, from);
}

/** The largest value that the plan of a zone allows; undefined if it sets no limit. */
export function mostOf({ most }: ZoneSetting, plan: string): number | undefined {
  const known = findPlan(plan);
  return known && most?.(known);
}
