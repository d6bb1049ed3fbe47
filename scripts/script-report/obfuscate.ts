import { createRequire } from 'node:module';

/** Part of the interface of javascript-obfuscator that is used. */
interface Obfuscator {
  obfuscate(code: string, options: object): { getObfuscatedCode(): string };
}

const presets: readonly object[] = [
  {},
  {
    identifierNamesGenerator: 'mangled',
    stringArrayEncoding: ['base64'],
    stringArrayThreshold: 1,
  },
  { controlFlowFlattening: true, controlFlowFlatteningThreshold: 0.5, numbersToExpressions: true },
];

/** Loads the obfuscator from a folder and turns scripts one after another with different settings. */
export function obfuscator(folder: string): (code: string, at: number) => string {
  const load = createRequire(`${folder}/`);
  const { obfuscate }: Obfuscator = load('javascript-obfuscator');
  return (code, at) =>
    obfuscate(code, { seed: 1 + at, ...presets[at % presets.length] }).getObfuscatedCode();
}
