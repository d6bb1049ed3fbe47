const HIDDEN = '***';

/** Shorter ones would be found everywhere, and are no secrets. */
const MIN_LENGTH = 4;

/** A text in which all secrets are replaced, also those that only a part of the other side's response repeats. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets
    .filter((secret) => secret.length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}
