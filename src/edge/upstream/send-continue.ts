import type { HttpStream } from '../../transport/http-stream.ts';

/** Sends 100 (Continue) if the visitor expects it before the body: RFC 9110, section 10.1.1. */
export function sendContinue(stream: HttpStream): void {
  const { headers, body, version } = stream;
  if (body?.received === 0 && version !== '1.0' && headers.has('expect')) stream.inform(100, []);
}
