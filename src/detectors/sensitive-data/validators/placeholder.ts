/**
 * Documentation, templates and forms are full of values that only look like secrets: words that say
 * so, variables to be filled in, runs of one character.
 */
const placeholderWord =
  /example|sample|placeholder|dummy|changeme|change_me|replace|redacted|your[-_]?(?:api|key|token|secret|pass)|insert|todo|x{4}|\*{3}|\.{3}|0{6}|1{6}|a{6}|password|passwort|undefined|null/i;
const variable = /\$\{|\{\{|^\$|^%|^<|^\{|^process\.|^os\.|^env[.[(]/i;

export function isPlaceholder(value: string): boolean {
  return placeholderWord.test(value) || variable.test(value);
}

/** The alphabet or the digits in order; counts only where nothing else tells what the value is. */
export function isSequence(value: string): boolean {
  return /abcdefg|1234567/i.test(value);
}
