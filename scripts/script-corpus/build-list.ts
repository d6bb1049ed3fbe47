import { readFileSync } from 'node:fs';

/** What a package is for: SDKs of analytics, consent, chat, login and payment are the hard cases. */
export type BuildKind = 'sdk' | 'library';

/** A file of a published package. */
export interface Build {
  readonly kind: BuildKind;
  readonly name: string;
  readonly version: string;
  /** Path in the package. */
  readonly path: string;
}

/** Reads a list of builds: `sdk name@version path` on each line. */
export function readBuildList(file: string): Build[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kind, spec = '', ...path] = line.split(' ');
      const at = spec.lastIndexOf('@');
      if ((kind !== 'sdk' && kind !== 'library') || at < 1) throw new Error(`${file}: ${line}`);
      return { kind, name: spec.slice(0, at), version: spec.slice(at + 1), path: path.join(' ') };
    });
}

export const buildLine = ({ kind, name, version, path }: Build): string =>
  `${kind} ${name}@${version} ${path}`;
