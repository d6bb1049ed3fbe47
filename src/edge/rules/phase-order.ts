import { phases } from '../../catalogs/phases.ts';
import type { PreviousPhase } from '../../contracts/snapshot/previous-firewall-section.ts';

const previousBefore: Readonly<Record<string, PreviousPhase>> = {
  http_request_firewall_custom: 'previous_firewall_rules',
};

/** While both run, the managed rules that replace the previous ones come first. */
const previousAfter: Readonly<Record<string, PreviousPhase>> = {
  http_request_firewall_managed: 'previous_managed_rules',
};

/** The phases in the order in which the edge runs them, those of the previous firewall among them. */
export const phaseOrder: readonly string[] = phases.flatMap(({ name }) =>
  [previousBefore[name], name, previousAfter[name]].filter((each) => each !== undefined),
);
