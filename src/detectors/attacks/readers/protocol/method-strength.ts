import type { Strength } from '../../../../catalogs/attacks/strength.ts';

/** Methods of HTTP, WebDAV and its extensions, caches, and media. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'GET HEAD POST PUT DELETE OPTIONS PATCH PROPFIND PROPPATCH MKCOL MKCALENDAR COPY MOVE LOCK UNLOCK REPORT SEARCH ' +
    'ACL BIND UNBIND REBIND LINK UNLINK CHECKIN CHECKOUT UNCHECKOUT MERGE MKACTIVITY BASELINE-CONTROL LABEL UPDATE ' +
    'VERSION-CONTROL MKWORKSPACE MKREDIRECTREF UPDATEREDIRECTREF ORDERPATCH PURGE BAN REFRESH QUERY SOURCE NOTIFY ' +
    'SUBSCRIBE UNSUBSCRIBE M-SEARCH BPROPFIND BPROPPATCH BCOPY BMOVE BDELETE POLL PRI RPC_IN_DATA RPC_OUT_DATA'
  ).split(' '),
);
/** Methods that show what proxies add, debug an application, or open tunnels. */
const TELLING: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'DEBUG', 'CONNECT']);

/** Undefined for methods that honest clients use. */
export function methodStrength(method: string): Strength | undefined {
  if (KNOWN.has(method)) return undefined;
  return TELLING.has(method.toUpperCase()) ? 'likely' : 'weak';
}
