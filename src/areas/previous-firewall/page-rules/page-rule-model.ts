import type { StoredDocument } from '../../../resources/document-store.ts';

/** Actions for the URLs that a pattern matches. Of all active rules that match, only the one with the highest priority applies. */
export interface PageRule extends StoredDocument<PageRuleDocument> {
  readonly zoneId: string;
}

export interface PageRuleDocument {
  readonly targets: readonly PageRuleTarget[];
  readonly actions: readonly PageRuleSetting[];
  readonly priority?: number;
  readonly status?: 'active' | 'disabled';
}

export interface PageRuleTarget {
  readonly target: 'url';
  readonly constraint: { readonly operator: 'matches'; readonly value: string };
}

export interface PageRuleSetting {
  readonly id: string;
  readonly value?: unknown;
}

export const DEFAULT_PRIORITY = 1;

export function isActive({ status }: PageRuleDocument): boolean {
  return status === 'active';
}

/** The pattern of the URLs; a page rule has exactly one. */
export function patternOf({ targets }: PageRuleDocument): string {
  return targets[0]?.constraint.value ?? '';
}
