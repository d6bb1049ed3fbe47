import type { InnerText } from './inner-text.ts';

/** Several pairs, or a URL with a query. */
const PAIRS = /^[\w.[\]-]{1,64}=[^&]*(?:&[\w.[\]-]{1,64}=[^&]*)+$/;
const URL_WITH_QUERY = /^(?:[a-z][a-z0-9+.-]{1,10}:)?\/{0,2}[^\s?#'"<>]*\?([^\s'"<>]*)$/i;
const MAX_PAIRS = 200;

/** The arguments of a query string or of a URL in a value. */
export function unpackQuery(text: string): readonly InnerText[] | undefined {
  const query = PAIRS.test(text) ? text : URL_WITH_QUERY.exec(text)?.[1];
  if (query === undefined || query === '') return undefined;
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
