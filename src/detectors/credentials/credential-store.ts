/**
 * Looks up whether the pair or the password of a login is known from leaks. Lookups are synchronous and in the same
 * process, because a request waits for them.
 */

/** Both are byte strings, like values of the expression language (`toByteString` converts text). */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/**
 * User names are compared without surrounding white space and in lower case, passwords byte by byte.
 * The methods throw if a file is damaged or cannot be read.
 */
export interface CredentialStore {
  /** User name and password were leaked together. */
  hasPair(username: string, password: string): boolean;
  /** The password was leaked, with whatever user name. */
  hasPassword(password: string): boolean;
}

/** The result of a lookup; a leaked pair is more specific than a leaked password. */
export type Exposure = 'pair' | 'password' | 'none';

/** A login without user name or password is never exposed: there is nothing to look up. */
export function exposureOf(store: CredentialStore, { username, password }: Login): Exposure {
  if (username === '' || password === '') return 'none';
  if (store.hasPair(username, password)) return 'pair';
  return store.hasPassword(password) ? 'password' : 'none';
}
