import { type Static, Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { User, UserProfile } from './user-model.ts';

const Text = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);

const profileMembers = {
  first_name: Type.Union([Type.String({ maxLength: 60, examples: ['Ada'] }), Type.Null()]),
  last_name: Text(60),
  telephone: Text(20),
  country: Text(30),
  zipcode: Text(20),
};

export const UserPatchBody = Type.Partial(Type.Object(profileMembers));

export const UserResponse = Type.Object({
  id: Type.String(),
  email: Type.String(),
  username: Type.String(),
  ...profileMembers,
  two_factor_authentication_enabled: Type.Boolean(),
  two_factor_authentication_locked: Type.Boolean(),
  has_pro_zones: Type.Boolean(),
  has_business_zones: Type.Boolean(),
  has_enterprise_zones: Type.Boolean(),
  suspended: Type.Boolean(),
  betas: Type.Array(Type.String()),
  organizations: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), status: Type.String() }),
  ),
  created_on: Type.String(),
  modified_on: Type.String(),
});

interface NamedAccount {
  readonly id: string;
  readonly name: string;
}

/**
 * Plans are quotas here that nobody buys, so the members about paid zones are false. The official Terraform provider
 * expects this of every user: it cannot manage one for whom they are true.
 */
export function userResponse(user: User, accounts: readonly NamedAccount[]) {
  return {
    ...userRecord(user),
    two_factor_authentication_enabled: false,
    two_factor_authentication_locked: false,
    has_pro_zones: false,
    has_business_zones: false,
    has_enterprise_zones: false,
    suspended: false,
    betas: [],
    organizations: accounts.map(({ id, name }) => ({ id, name, status: 'member' })),
  };
}

/** The members of a user in the audit log. */
export function userRecord({ id, email, profile, createdAt, modifiedAt }: User) {
  return {
    id,
    email,
    username: email,
    first_name: profile.firstName,
    last_name: profile.lastName,
    telephone: profile.telephone,
    country: profile.country,
    zipcode: profile.zipcode,
    created_on: toMicrosecondText(createdAt),
    modified_on: toMicrosecondText(modifiedAt),
  };
}

export function changedProfile(
  current: UserProfile,
  sent: Static<typeof UserPatchBody>,
): UserProfile {
  const pick = (value: string | null | undefined, before: string | null) =>
    value === undefined ? before : value;
  return {
    firstName: pick(sent.first_name, current.firstName),
    lastName: pick(sent.last_name, current.lastName),
    telephone: pick(sent.telephone, current.telephone),
    country: pick(sent.country, current.country),
    zipcode: pick(sent.zipcode, current.zipcode),
  };
}
