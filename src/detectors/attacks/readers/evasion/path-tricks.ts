import type { ReadContext } from '../../attack-reader.ts';

/** In a path as it was sent: dots that are encoded although they need not be, and empty parameters. */
const HIDDEN = /\/(?:%2e|\.%2e|%2e\.|%2e%2e)(?=[/;?]|$)|\/\.?;(?=\/|$)|[^/;];(?=\/)|;(?=\.\.\/)/i;
const DOT = /\/\.(?=\/)/;

/** Reports segments that proxies and servers read in different ways. */
export function readPathTricks(text: string, { value, report }: ReadContext): void {
  const hidden = HIDDEN.exec(value.text);
  if (hidden) report('evasion-path', 'likely', 0, text.length);
  else if (DOT.test(value.text)) report('evasion-path', 'weak', 0, text.length);
}
