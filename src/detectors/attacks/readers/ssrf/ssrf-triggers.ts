import {
  aliasSuffixes,
  metadataAddresses,
  metadataNames,
  privateNames,
  unusualSchemes,
} from '../../../../catalogs/attacks/words/internal-hosts.ts';
import type { ReaderTrigger } from '../../attack-reader.ts';

/** Ends of names that other texts contain, too. */
const isShort = (name: string): boolean => /^\.[a-z]{3,8}$/.test(name);

const digits = [...'0123456789'];

/** Addresses that begin with a digit or bracket, and the names of internal hosts. */
export const ssrfTriggers: readonly ReaderTrigger[] = [
  { words: [...digits, '['].flatMap((start) => [`//${start}`, `\\\\${start}`]), with: ':' },
  { words: ['//127', '//10.', '//169.254', '//172.', '//192.168', '//0.', '//[', '\\\\127'] },
  { words: ['@0', '@1', '@2', '@[', '@localhost', '@metadata'], with: '/\\' },
  { words: ['//localhost', '\\\\localhost', '.localhost', '//loopback', '//ip6-', '//metadata'] },
  // Letters and digits of other scripts, which resolvers turn into ASCII.
  { words: ['//\xe2\x91', '//\xe2\x92', '//\xe2\x93', '\xe3\x80\x82'], with: ':' },
  {
    words: [
      ...metadataAddresses,
      ...metadataNames.filter((name) => name !== 'metadata'),
      ...privateNames.filter((name) => !isShort(name)),
    ],
  },
  { words: privateNames.filter(isShort), with: '/' },
  { words: [...aliasSuffixes], with: '/' },
  {
    words: [...unusualSchemes.clear, ...unusualSchemes.likely].map((scheme) => `${scheme}:`),
    with: '/',
  },
  { words: ['unix:'], with: '|' },
];
