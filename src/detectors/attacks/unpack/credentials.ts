import { unpackBase64 } from './base64.ts';
import type { InnerText } from './inner-text.ts';

/** What basic authentication sends, with its user name and its password by themselves; other credentials as a whole. */
export function unpackCredentials(text: string): readonly InnerText[] | undefined {
  const texts = unpackBase64(text);
  const [only] = texts ?? [];
  const colon = only?.text.indexOf(':') ?? -1;
  if (only === undefined || texts?.length !== 1 || colon === -1 || /^\s*[{[]/.test(only.text))
    return texts;
  return [
    only,
    { name: 'user', text: only.text.slice(0, colon) },
    { name: 'password', text: only.text.slice(colon + 1) },
  ];
}
