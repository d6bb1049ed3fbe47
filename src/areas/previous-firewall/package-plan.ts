import { planIncludes } from '../../catalogs/plans.ts';

/** Whether zones of a plan have the previous managed rules. */
export function hasPackages(plan: string): boolean {
  return planIncludes(plan, 'pro');
}
