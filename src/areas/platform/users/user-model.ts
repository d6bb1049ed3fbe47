/** A person. Holds every right in the installation, and owns tokens with fewer. */
export interface User {
  readonly id: string;
  readonly email: string;
  /** Hash of the key of the older header pair. */
  readonly keyHash: string;
  readonly profile: UserProfile;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export interface UserProfile {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly telephone: string | null;
  readonly country: string | null;
  readonly zipcode: string | null;
}

export const emptyProfile: UserProfile = {
  firstName: null,
  lastName: null,
  telephone: null,
  country: null,
  zipcode: null,
};
