/**
 * Recognises values of documentation, templates and forms that only look like secrets: words such as "example",
 * template variables, repetitions of one character.
 */
const placeholderWord =
  /example|sample|placeholder|dummy|changeme|change_me|replace|redacted|your[-_]?(?:api|key|token|secret|pass)|insert|todo|x{4}|\*{3}|\.{3}|0{6}|1{6}|a{6}|abcdefg|password|passwort|undefined|null/i;
const variable = /\$\{|\{\{|^\$|^%|^<|^\{|^process\.|^os\.|^env[.[(]/i;

export function isPlaceholder(value: string): boolean {
  return placeholderWord.test(value) || variable.test(value);
}

/** For values whose pattern leaves no doubt otherwise. */
export const notAPlaceholder = (value: string): boolean => !isPlaceholder(value);

/** The alphabet or the digits in order; used only for values without a prefix or a check digit. */
export function isSequence(value: string): boolean {
  return /abcdefg|1234567/i.test(value);
}
