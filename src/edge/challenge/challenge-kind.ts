/** The three rule actions that challenge a visitor. */
export type ChallengeKind = 'js_challenge' | 'managed_challenge' | 'challenge';

interface KindFacts {
  /** A clearance is valid for its own kind and for weaker kinds. */
  readonly strength: number;
  /** Actions in events, as the `firewall_events` dataset spells them. */
  readonly solved: { readonly silent: string; readonly interactive: string };
  /** The dataset has no action for a failed managed challenge, so the action depends on the page: silent or interactive. */
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

/** Whether a clearance of the kind `held` satisfies a rule that requires the kind `required`. */
export function clears(held: ChallengeKind, required: ChallengeKind): boolean {
  return challengeKinds[held].strength >= challengeKinds[required].strength;
}
