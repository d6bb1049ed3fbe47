import { readScript, type ScriptReading } from '../script-reading.ts';
import { parseScript } from '../tree/script-parser.ts';
import { exactHash } from './exact-hash.ts';
import { FunctionShapes } from './function-shapes.ts';

/** A file of a published library as it is recognised. */
export interface LibraryRelease {
  readonly name: string;
  readonly version: string;
  /** Number of tokens. */
  readonly tokens: number;
  /** See `exactHash`. */
  readonly hash: string;
  /** Different hashes of its functions, in ascending order; see `FunctionShapes`. */
  readonly functions: Uint16Array;
}

/** Undefined if the text is not a script. */
export function releaseOf(
  name: string,
  version: string,
  source: string,
): LibraryRelease | undefined {
  const parsed = parseScript(source);
  if (parsed.kind !== 'parsed') return undefined;
  const reading = readScript(source, parsed);
  return {
    name,
    version,
    tokens: tokenCount(reading),
    hash: exactHash(source, reading.tokens),
    functions: new Uint16Array(new Set(new FunctionShapes(reading).hashes.values())).sort(),
  };
}

export const tokenCount = ({ tokens }: ScriptReading): number => tokens.length / 2;

/** A release as one line of a file. */
export function releaseLine({ name, version, tokens, hash, functions }: LibraryRelease): string {
  const bytes = Buffer.from(functions.buffer, functions.byteOffset, functions.byteLength);
  return `${name} ${version} ${tokens} ${hash} ${bytes.toString('base64url')}`;
}

const LINE = /^(\S+) (\S+) (\d+) ([\w-]{43}) ([\w-]*)$/;

/** Reads releases, one on each line. Other lines are ignored: a later version may write them. */
export const parseReleases = (text: string): LibraryRelease[] =>
  text.split('\n').flatMap((line) => {
    const [, name = '', version = '', tokens, hash = '', functions = ''] = LINE.exec(line) ?? [];
    if (tokens === undefined) return [];
    // A copy: an array of 16-bit numbers needs an even address.
    const { buffer } = new Uint8Array(Buffer.from(functions, 'base64url'));
    const shapes = new Uint16Array(buffer, 0, buffer.byteLength >> 1);
    return [{ name, version, tokens: Number(tokens), hash, functions: shapes }];
  });
