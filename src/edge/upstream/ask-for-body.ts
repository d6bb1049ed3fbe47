import type { HttpStream } from '../../transport/http-stream.ts';

/** Asks the visitor for the body, if it waits for that: RFC 9110, section 10.1.1. */
export function askForBody(stream: HttpStream): void {
  const { headers, body, version } = stream;
  if (body?.received === 0 && version !== '1.0' && headers.has('expect')) stream.inform(100, []);
}
