/**
 * Products that rules can bypass, and the phase of the edge that each of them is; undefined where nothing here checks
 * requests.
 */
export const bypassedPhases = {
  zoneLockdown: undefined,
  uaBlock: undefined,
  bic: undefined,
  hot: undefined,
  securityLevel: undefined,
  rateLimit: 'http_ratelimit',
  waf: 'previous_managed_rules',
} as const;

export type BypassProduct = keyof typeof bypassedPhases;

export const bypassProducts = Object.keys(bypassedPhases) as readonly BypassProduct[];

/** The phases of these products, without products that check nothing. */
export function phasesOf(products: readonly BypassProduct[]): string[] {
  return products.flatMap((product) => bypassedPhases[product] ?? []);
}
