import type { PhaseName } from './ruleset.ts';

/** A phase as its screen shows it. */
export interface PhaseView {
  readonly phase: PhaseName;
  /** The tab, where a screen has several phases. */
  readonly title: string;
  /** What one rule is called, in buttons and headings. */
  readonly noun: string;
  /** Actions that a new rule can have, the usual one first. */
  readonly actions: readonly string[];
  /** What the phase is for, shown while it has no rules. */
  readonly purpose: string;
  readonly guide: { readonly href: string; readonly label: string };
}

const challenges = ['block', 'managed_challenge', 'js_challenge', 'challenge', 'log'];
const rulesGuide = { href: '/docs#zone-rulesets-rules-create', label: 'How the API does it' };

export const customRules: PhaseView = {
  phase: 'http_request_firewall_custom',
  title: 'Custom rules',
  noun: 'rule',
  actions: [...challenges, 'skip'],
  purpose:
    'A rule has a condition and an action: block a path, challenge visitors from a network, or let a partner skip other rules. The first rule that blocks or challenges ends the evaluation.',
  guide: rulesGuide,
};

export const rateLimits: PhaseView = {
  phase: 'http_ratelimit',
  title: 'Rate limits',
  noun: 'rate limit',
  actions: challenges,
  purpose:
    'A rate limit counts requests by address, header or another value, and acts when there are too many of them in a period.',
  guide: rulesGuide,
};

export const redirects: PhaseView = {
  phase: 'http_request_dynamic_redirect',
  title: 'Redirects',
  noun: 'redirect',
  actions: ['redirect'],
  purpose: 'A redirect sends visitors to another address, which may be made from their request.',
  guide: rulesGuide,
};

/** In the order in which the edge runs them. */
export const rewrites: readonly PhaseView[] = [
  redirects,
  {
    phase: 'http_request_transform',
    title: 'URL rewrites',
    noun: 'rewrite',
    actions: ['rewrite'],
    purpose:
      'A rewrite changes the path or the query before the request goes to the origin. Visitors do not see it.',
    guide: rulesGuide,
  },
  {
    phase: 'http_request_late_transform',
    title: 'Request headers',
    noun: 'header change',
    actions: ['rewrite'],
    purpose: 'These rules set, add and remove headers of requests to the origin.',
    guide: rulesGuide,
  },
  {
    phase: 'http_response_headers_transform',
    title: 'Response headers',
    noun: 'header change',
    actions: ['rewrite'],
    purpose: 'These rules set, add and remove headers of responses to visitors.',
    guide: rulesGuide,
  },
];
