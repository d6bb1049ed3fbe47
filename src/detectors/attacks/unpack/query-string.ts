import type { InnerText } from './inner-text.ts';

/** Several pairs, or an address with a query. Values may contain anything, because they were decoded already. */
const PAIRS = /^[\w.[\]-]{1,64}=[^&]*(?:&[\w.[\]-]{1,64}=[^&]*)+$/;
const ADDRESS_WITH_QUERY = /^(?:[a-z][a-z0-9+.-]{1,10}:)?\/{0,2}[^\s?#'"<>]*\?([\s\S]*=[\s\S]*)$/i;
/** Values with more pairs are read as a whole only. */
const MAX_PAIRS = 200;

/** The arguments of a query string or of an address in a value. */
export function unpackQuery(text: string): readonly InnerText[] | undefined {
  const query = PAIRS.test(text) ? text : ADDRESS_WITH_QUERY.exec(text)?.[1];
  if (query === undefined) return undefined;
  return query.split('&', MAX_PAIRS).flatMap((pair): InnerText[] => {
    const equals = pair.indexOf('=');
    if (equals === -1) return [{ name: '', text: pair, encoding: 'form' }];
    const name = pair.slice(0, equals);
    return [
      { name, text: name, isName: true, encoding: 'form' },
      { name, text: pair.slice(equals + 1), encoding: 'form' },
    ];
  });
}
