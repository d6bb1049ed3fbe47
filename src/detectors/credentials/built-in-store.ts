import { toByteString } from '../../expression/expression.ts';
import { commonPasswords } from './common-passwords.ts';
import type { CredentialStore } from './credential-store.ts';
import { defaultPairs } from './default-pairs.ts';
import { normalUsername } from './normal-username.ts';

/**
 * The published pair with which clients of this API test their deployment. Unlike other user names it is compared
 * exactly as written.
 */
const TEST_USERNAMES = new Set(['CF_EXPOSED_USERNAME', 'CF_EXPOSED_USERNAME@example.com']);
const TEST_PASSWORD = 'CF_EXPOSED_PASSWORD';

/** Credentials that are available without an import. They are public, so they are stored in plain text. */
export function createBuiltInStore(): CredentialStore {
  const pairs = new Set(defaultPairs.map(([username, password]) => `${username}\0${password}`));
  const passwords = new Set(commonPasswords.map(toByteString));
  return {
    hasPair: (username, password) =>
      (password === TEST_PASSWORD && TEST_USERNAMES.has(username)) ||
      // Most passwords are in no default pair; this avoids normalising the user name.
      (defaultPasswords.has(password) && pairs.has(`${normalUsername(username)}\0${password}`)),
    hasPassword: (password) => passwords.has(password),
  };
}

const defaultPasswords = new Set(defaultPairs.map(([, password]) => password));
