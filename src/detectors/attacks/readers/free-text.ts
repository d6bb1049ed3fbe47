import type { ReadContext } from '../attack-reader.ts';

/** Whether people write in the field what resembles a language: free text, code, or text with markup. */
export const isFreeText = ({ role }: ReadContext): boolean =>
  role === 'prose' || role === 'code' || role === 'markup';
