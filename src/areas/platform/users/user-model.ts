/** A person. A user has every right in the installation, and owns tokens that have fewer. */
export interface User {
  readonly id: string;
  readonly email: string;
  /** Hash of the API key, which clients send with the email in the older pair of headers. */
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
