/** The three actions of rules that ask a visitor for something before the request goes on. */
export type ChallengeKind = 'js_challenge' | 'managed_challenge' | 'challenge';

interface KindFacts {
  /** A clearance clears its own kind and those below it. */
  readonly strength: number;
  /** What events say, as the `firewall_events` dataset spells it. */
  readonly solved: { readonly silent: string; readonly interactive: string };
  /** The dataset has no word for a failed managed challenge: it is named after what was asked. */
  readonly failed: { readonly silent: string; readonly interactive: string };
  readonly bypassed: string;
}

const same = (action: string) => ({ silent: action, interactive: action });

export const challengeKinds: Readonly<Record<ChallengeKind, KindFacts>> = {
  js_challenge: {
    strength: 1,
    solved: same('jschallengesolved'),
    failed: same('jschallengefailed'),
    bypassed: 'jschallengebypassed',
  },
  managed_challenge: {
    strength: 2,
    solved: {
      silent: 'managedchallengenoninteractivesolved',
      interactive: 'managedchallengeinteractivesolved',
    },
    failed: { silent: 'jschallengefailed', interactive: 'challengefailed' },
    bypassed: 'managedchallengebypassed',
  },
  challenge: {
    strength: 3,
    solved: same('challengesolved'),
    failed: same('challengefailed'),
    bypassed: 'challengebypassed',
  },
};

export function clears(held: ChallengeKind, asked: ChallengeKind): boolean {
  return challengeKinds[held].strength >= challengeKinds[asked].strength;
}
