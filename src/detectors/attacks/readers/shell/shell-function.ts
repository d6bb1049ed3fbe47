import type { ReadContext } from '../../attack-reader.ts';

const FUNCTION =
  /^\s{0,8}\(\)\s{0,8}\{[^{}]{0,64}(?:\{[^{}]{0,64}\}[^{}]{0,16})?\}\s{0,4};?\s{0,4}(\S?)/;

/** The form with a redirection behind the definition (CVE-2014-6278). */
const REDIRECTED = /^\s{0,8}\(\)\s{0,8}\{[^{}]{0,64}\}\s{0,4}>\s{0,4}_?\[\s{0,4}(\S)/;

/**
 * A function definition as a value, with commands behind it: shells that import functions from the environment run them
 * (CVE-2014-6271), and gateways hand header fields to programs in the environment.
 */
export function readShellFunction(text: string, { report }: ReadContext): void {
  const match = FUNCTION.exec(text) ?? REDIRECTED.exec(text);
  if (!match) return;
  report('shell-function', match[1] === '' ? 'likely' : 'clear', 0, match[0].length);
}
