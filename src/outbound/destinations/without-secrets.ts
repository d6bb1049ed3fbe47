const HIDDEN = '***';

/** Shorter values are not secret, and replacing them would garble messages. */
const MIN_LENGTH = 4;

/** Replaces all secrets in a text; the longest first, because one may contain another. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets
    .filter((secret) => secret.length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}
