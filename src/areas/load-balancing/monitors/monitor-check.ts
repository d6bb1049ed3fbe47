import { invalid } from '../load-balancing-errors.ts';
import { parseExpectedCodes } from './expected-codes.ts';
import { type MonitorDocument, monitorDefaults, type SentMonitor } from './monitor-schema.ts';
import { checkProbeHeaders, checkProbePath, checkProbeTimes } from './probe-rules.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'];
/** The prober sets it. */
const USER_AGENT = 'user-agent';

/** Throws if the document is invalid. */
export function checkMonitor(document: SentMonitor): asserts document is MonitorDocument {
  const { type = 'http' } = document;
  if (type !== 'http' && type !== 'https' && type !== 'tcp') {
    throw invalid('/type', `monitors of type ${type} are not supported: use http, https or tcp`);
  }
  checkProbeTimes({ ...monitorDefaults, ...document });
  if (type === 'tcp') checkTcp(document);
  else checkHttp(document);
}

function checkTcp({ port, method = 'connection_established' }: SentMonitor): void {
  if (!port) throw invalid('/port', 'a tcp monitor needs the port to connect to');
  if (method !== 'connection_established') {
    throw invalid('/method', 'the method of a tcp monitor is connection_established');
  }
}

function checkHttp({ method = 'GET', path = '/', expected_codes: codes, header }: SentMonitor) {
  if (!METHODS.includes(method)) {
    throw invalid('/method', `the method must be one of ${METHODS.join(', ')}`);
  }
  checkProbePath(path, '/path');
  if (codes !== undefined && !parseExpectedCodes(codes)) {
    throw invalid(
      '/expected_codes',
      `"${codes}" is not a list of status codes: write codes such as 200, 2xx, 200-299 or 200,302`,
    );
  }
  checkProbeHeaders(header, '/header', [USER_AGENT]);
}
