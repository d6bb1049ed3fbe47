/** The path that reports are sent to. */
export const REPORT_PATH = '/cdn-cgi/script_monitor/report';

const PREFIX = '/cdn-cgi/script';
/** Both spellings are in use. */
const PATH = /^\/cdn-cgi\/script[_-]monitor\/report(?:\?|$)/;

export const isReportPath = (target: string): boolean =>
  target.startsWith(PREFIX) && PATH.test(target);

/** The token in the query of a report; empty if there is none. */
export function tokenIn(target: string): string {
  return /[?&]t=([^&]*)/.exec(target)?.[1] ?? '';
}
