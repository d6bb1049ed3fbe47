import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { OutboundError } from '../outbound-error.ts';
import type { FailureReason } from './failure-reason.ts';
import type { ProbeAttempt } from './probe-attempt.ts';
import type { ProbeTarget } from './probe-check.ts';

/** RFC 5321, section 4.2: further lines of a reply have a hyphen after the code. */
const LAST_LINE = /^(\d{3})(?: .*)?$/;
const FURTHER_LINE = /^\d{3}-.*$/;
const MOST_BYTES = 16 * 1024;

/** A session without a mail: the greeting of the server, EHLO, and QUIT. */
export async function probeSmtp(
  { address, port }: ProbeTarget,
  attempt: ProbeAttempt,
): Promise<FailureReason> {
  const socket = connect({ host: address, port, signal: attempt.signal });
  socket.on('error', () => {});
  try {
    await once(socket, 'connect');
    attempt.phase = 'smtp';
    const replies = repliesOf(socket);
    for (const [command, expected] of [
      [undefined, 220],
      ['EHLO palisade-health-check.invalid', 250],
    ] as const) {
      if (command !== undefined) socket.write(`${command}\r\n`);
      const reply = await replies.next();
      if (reply.value === undefined) return 'SMTP Invalid Response';
      attempt.responseCode = reply.value;
      if (reply.value !== expected) return 'Response code mismatch error';
    }
    socket.end('QUIT\r\n');
    await once(socket, 'finish');
    return 'No failures';
  } finally {
    socket.destroy();
  }
}

/** The codes of the replies of the server; ends at the first text that is no reply. */
async function* repliesOf(socket: Socket): AsyncGenerator<number, undefined> {
  let text = '';
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    text += chunk.toString('latin1');
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n')) {
      const line = text.slice(0, end).replace(/\r$/, '');
      text = text.slice(end + 1);
      if (FURTHER_LINE.test(line)) continue;
      const [, code] = LAST_LINE.exec(line) ?? [];
      if (code === undefined) return undefined;
      yield Number(code);
    }
  }
  throw new OutboundError('connection_lost', 'the server closed the connection before its reply');
}
