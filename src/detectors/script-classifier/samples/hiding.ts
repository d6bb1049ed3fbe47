/** Ways to hide text, as scripts do. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const characterCodes = (text: string): string =>
  [...text].map((it) => it.charCodeAt(0)).join(',');

export const hexEscapes = (text: string): string =>
  [...text].map((it) => `\\x${it.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

export const percentEscapes = (text: string): string =>
  [...text].map((it) => `%${it.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

export const backwards = (text: string): string => [...text].reverse().join('');

export const exclusiveOr = (text: string, key: number): string =>
  [...text].map((it) => it.charCodeAt(0) ^ key).join(',');
