const HIDDEN = '***';

/** Shorter values would match everywhere, and are not secrets. */
const MIN_LENGTH = 4;

/** Replaces all secrets in a text. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets
    .filter((secret) => secret.length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}
