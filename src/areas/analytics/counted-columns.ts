import type { httpRequestColumns } from '../../contracts/events/http-request-event.ts';
import type { Dimension } from './traffic-sums.ts';
import type { Ranking } from './traffic-tops.ts';

/** A column of the request log, and the name under which a value of it is counted. Rows without a value have undefined. */
interface CountedColumn {
  readonly column: keyof typeof httpRequestColumns;
  nameOf(value: unknown): string;
}

const textOr = (fallback: string) => (value: unknown) => String(value || fallback);

export const dimensionColumns: Readonly<Record<Dimension, CountedColumn>> = {
  status: { column: 'EdgeResponseStatus', nameOf: textOr('0') },
  origin_status: { column: 'OriginResponseStatus', nameOf: textOr('none') },
  action: { column: 'SecurityAction', nameOf: textOr('none') },
  method: { column: 'ClientRequestMethod', nameOf: textOr('') },
  host: { column: 'ClientRequestHost', nameOf: textOr('') },
  country: { column: 'ClientCountry', nameOf: textOr('unknown') },
};

export const rankingColumns: Readonly<Record<Ranking, CountedColumn>> = {
  path: { column: 'ClientRequestURI', nameOf: (uri) => pathOf(textOr('')(uri)) },
  ip: { column: 'ClientIP', nameOf: textOr('') },
  user_agent: { column: 'ClientRequestUserAgent', nameOf: textOr('') },
  referer: { column: 'ClientRequestReferer', nameOf: (url) => hostOf(textOr('')(url)) },
};

function pathOf(uri: string): string {
  const query = uri.indexOf('?');
  return query < 0 ? uri : uri.slice(0, query);
}

const REFERER_HOST = /^https?:\/\/([^/?#]+)/i;

/** The host of the page that led here. Its path would say more about visitors than a ranking needs. */
function hostOf(referer: string): string {
  return REFERER_HOST.exec(referer)?.[1]?.toLowerCase() ?? '';
}
