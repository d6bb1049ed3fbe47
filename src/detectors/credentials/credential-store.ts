/**
 * What is asked about logins: is this pair, is this password known from leaks? In the process and at
 * once, since a request waits for the answer.
 */

/** Both are byte strings, as the expression language gives them (`toByteString` makes them of text). */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/**
 * User names are compared without surrounding white space and in lower case, passwords byte by byte.
 * The methods throw when a file turns out to be damaged or cannot be read any more.
 */
export interface CredentialStore {
  /** The two were leaked together. */
  hasPair(username: string, password: string): boolean;
  /** The password was leaked, whoever used it. */
  hasPassword(password: string): boolean;
}

/** What is known about a login; a leaked pair says more than a leaked password. */
export type Exposure = 'pair' | 'password' | 'none';

/** A login without user name or password is never exposed: there is nothing to look up. */
export function exposureOf(store: CredentialStore, { username, password }: Login): Exposure {
  if (username === '' || password === '') return 'none';
  if (store.hasPair(username, password)) return 'pair';
  return store.hasPassword(password) ? 'password' : 'none';
}
