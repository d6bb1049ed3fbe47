import { toByteString } from '../../expression/expression.ts';
import { commonPasswords } from './common-passwords.ts';
import type { CredentialStore } from './credential-store.ts';
import { defaultPairs } from './default-pairs.ts';
import { normalUsername } from './normal-username.ts';

/**
 * The pair that clients of this API try their deployment with. Unlike all others it is spelt exactly
 * so: that is how it is published.
 */
const TEST_USERNAMES = new Set(['CF_EXPOSED_USERNAME', 'CF_EXPOSED_USERNAME@example.com']);
const TEST_PASSWORD = 'CF_EXPOSED_PASSWORD';

/** What is known without any import. Everything in it is public, so it is kept as it is. */
export function createBuiltInStore(): CredentialStore {
  const pairs = new Set(defaultPairs.map(([username, password]) => `${username}\0${password}`));
  const passwords = new Set(commonPasswords.map(toByteString));
  return {
    hasPair: (username, password) =>
      (password === TEST_PASSWORD && TEST_USERNAMES.has(username)) ||
      // Most passwords are in no default pair; this spares the look at the user name.
      (defaultPasswords.has(password) && pairs.has(`${normalUsername(username)}\0${password}`)),
    hasPassword: (password) => passwords.has(password),
  };
}

const defaultPasswords = new Set(defaultPairs.map(([, password]) => password));
