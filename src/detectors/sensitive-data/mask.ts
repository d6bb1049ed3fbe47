/** Of fixed length, so that it does not reveal the length of the value. */
const HIDDEN = '******';

/**
 * Masks a finding: shows at most its first two and last two characters, and never more than a quarter of it.
 *
 * @example mask('4111111111111111') // '41******11'
 */
export function mask(value: string): string {
  const characters = Array.from(value);
  const shown = Math.min(4, Math.floor(characters.length / 4));
  const head = Math.ceil(shown / 2);
  const tail = shown - head;
  return (
    characters.slice(0, head).join('') +
    HIDDEN +
    characters.slice(characters.length - tail).join('')
  );
}
