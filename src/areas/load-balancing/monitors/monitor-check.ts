import { invalid } from '../load-balancing-errors.ts';
import { parseExpectedCodes } from './expected-codes.ts';
import { type MonitorDocument, type MonitorType, monitorDefaults } from './monitor-schema.ts';
import { checkProbeHeaders, checkProbePath, checkProbeTimes } from './probe-rules.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'];
/** The prober sets it. */
const USER_AGENT = 'user-agent';

/** Throws if the document is invalid. */
export function checkMonitor(document: MonitorDocument): void {
  const { type = 'http' } = document;
  checkProbeTimes({ ...monitorDefaults, ...document });
  if (type === 'http' || type === 'https') checkHttp(document);
  else checkOther(type, document);
}

/** Echo requests have no port, and only monitors of TCP have a method, always the same. */
function checkOther(type: MonitorType, { port, method }: MonitorDocument): void {
  if (!port && type !== 'icmp_ping') {
    throw invalid('/port', `a monitor of the type ${type} needs a port`);
  }
  const allowed = type === 'tcp' ? 'connection_established' : '';
  if (!method || method === allowed) return;
  throw invalid(
    '/method',
    allowed
      ? `the method of a monitor of the type ${type} is ${allowed}`
      : `a monitor of the type ${type} has no method: leave it out`,
  );
}

function checkHttp({ method = 'GET', path = '/', expected_codes: codes, header }: MonitorDocument) {
  if (!METHODS.includes(method)) {
    throw invalid('/method', `the method must be one of ${METHODS.join(', ')}`);
  }
  checkProbePath(path, '/path');
  // Some clients send an empty text for the default.
  if (codes && !parseExpectedCodes(codes)) {
    throw invalid(
      '/expected_codes',
      `"${codes}" is not a list of status codes: write codes such as 200, 2xx, 200-299 or 200,302`,
    );
  }
  checkProbeHeaders(header, '/header', [USER_AGENT]);
}
