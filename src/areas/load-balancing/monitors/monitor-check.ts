import { escapePointer } from '../../../http/validation.ts';
import { isHeaderName, isHeaderValue, isHostHeader } from '../../../kernel/host-name.ts';
import { invalid } from '../load-balancing-errors.ts';
import { parseExpectedCodes } from './expected-codes.ts';
import { type MonitorDocument, monitorDefaults, type SentMonitor } from './monitor-schema.ts';

const INTERVAL = { min: 10, max: 3600 };
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'];
/** Headers that the connection or the prober itself sets. */
const FIXED_HEADERS = ['user-agent', 'connection', 'content-length', 'transfer-encoding'];

/** Throws if the document is invalid. */
export function checkMonitor(document: SentMonitor): asserts document is MonitorDocument {
  const { type = 'http' } = document;
  if (type !== 'http' && type !== 'https' && type !== 'tcp') {
    throw invalid('/type', `monitors of type ${type} are not supported: use http, https or tcp`);
  }
  checkTimes(document);
  if (type === 'tcp') checkTcp(document);
  else checkHttp(document);
}

function checkTimes(document: SentMonitor): void {
  const { interval, timeout, retries } = { ...monitorDefaults, ...document };
  if (interval < INTERVAL.min || interval > INTERVAL.max) {
    const range = `${INTERVAL.min} to ${INTERVAL.max} seconds`;
    throw invalid('/interval', `the interval must be ${range}, not ${interval}`);
  }
  const longest = timeout * (retries + 1);
  if (longest > interval) {
    throw invalid(
      '/timeout',
      `one check can take ${longest} seconds (timeout ${timeout}, ${retries} retries), longer than the interval of ${interval}: lower "timeout" or "retries", or raise "interval"`,
    );
  }
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
  if (!/^\/[\x21-\x7e]*$/.test(path)) {
    throw invalid('/path', 'the path must start with "/" and hold no spaces: write them as %20');
  }
  if (codes !== undefined && !parseExpectedCodes(codes)) {
    throw invalid(
      '/expected_codes',
      `"${codes}" is not a list of status codes: write codes such as 200, 2xx, 200-299 or 200,302`,
    );
  }
  for (const [name, values] of Object.entries(header ?? {})) checkHeader(name, values);
}

function checkHeader(name: string, values: readonly string[]): void {
  const pointer = `/header/${escapePointer(name)}`;
  if (!isHeaderName(name)) throw invalid(pointer, `"${name}" is not a header name`);
  const lower = name.toLowerCase();
  if (FIXED_HEADERS.includes(lower)) throw invalid(pointer, `${name} cannot be changed`);
  values.forEach((value, n) => {
    if (!isHeaderValue(value)) {
      throw invalid(
        `${pointer}/${n}`,
        'a header value must not contain line breaks or control characters',
      );
    }
    if (lower === 'host' && (n > 0 || !isHostHeader(value))) {
      throw invalid(`${pointer}/${n}`, 'Host needs exactly one value, a host name');
    }
  });
}
