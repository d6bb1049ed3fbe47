import type { Strength } from '../../../../catalogs/attacks/strength.ts';

interface Shape {
  readonly strength: Strength;
  readonly pattern: RegExp;
}

/** Statements that are complete as they are, and that pages have no reason to get as a value. */
const shapes: readonly Shape[] = [
  // Text that is run as code.
  {
    strength: 'likely',
    pattern: /^\s*(?:new\s+)?Function\s*\(\s*(['"`])[^'"`]{1,400}\1\s*\)\s*\(/,
  },
  {
    strength: 'likely',
    pattern:
      /^\s*(?:setTimeout|setInterval)\s*\(\s*(['"`])[^'"`]{1,400}[()`=][^'"`]{0,400}\1\s*[,)]/,
  },
  // A module, a script or a picture of another host.
  { strength: 'likely', pattern: /^\s*import\s*\(\s*['"`](?:https?:)?\/\// },
  {
    strength: 'likely',
    pattern: /^\s*[^;{}]{0,120}createElement\s*\(\s*['"`]script['"`]\s*\)[^;]{0,80}\.src\s*=/,
  },
  {
    strength: 'clear',
    pattern:
      /^[^{}]{0,200}['"`](?:https?:)?\/\/[^'"`]{2,200}['"`]\s*\+\s*(?:\w{1,30}\()?(?:window\.|self\.|top\.)?document\.cookie\b/,
  },
  // A function that is called when the object becomes a text or a number.
  {
    strength: 'likely',
    pattern: /^\s*(?:valueOf|toString)\s*=\s*(?:alert|confirm|prompt|eval|print)\s*[;,]/,
  },
];

/** How much a value means that is code as a whole. */
export const wholeCode = (text: string): Strength | undefined =>
  shapes.find(({ pattern }) => pattern.test(text))?.strength;
