import type { ResultOf } from '../../api/client.ts';
import type { Tone } from '../../parts/controls/tone.ts';

export type Token = ResultOf<'GET /accounts/{account_id}/tokens'>[number];

/** Who a token belongs to: tokens of an account outlive the people who created them. */
export type TokenOwner = 'account' | 'user';

export const statusTones: Readonly<Record<Token['status'], Tone>> = {
  active: 'good',
  disabled: 'warning',
  expired: 'neutral',
};

/** The names of everything that a token is allowed, without what is denied. */
export function allowedNames({ policies }: Token): string[] {
  const groups = policies.flatMap((policy) =>
    policy.effect === 'allow' ? policy.permission_groups : [],
  );
  return [...new Set(groups.map(({ name }) => name))];
}
