import { PermanentFailure } from '../../../../contracts/job.ts';
import { plainText } from '../../messages/plain-text.ts';

/** The error of nodemailer for a refused mail. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** Replies about the session rather than the mail: a wrong order of commands, and missing or refused logins. */
const SESSION_REPLIES = new Set([503, 530, 534, 535, 538]);

/**
 * The error that a delivery fails with. A refusal of the recipient or of the mail itself is permanent. All other failures are
 * retryable: an unreachable server, a bad certificate, a refused login or sender.
 */
export function mailFailure(error: unknown): Error {
  const { message, code, command, responseCode } = error as SmtpError;
  const text = `the mail server did not accept the mail: ${plainText(message, 500)}`;
  // The address is not valid in SMTP.
  if (code === 'EENVELOPE' && command === 'API') return new PermanentFailure(text);
  const isFinal =
    (command === 'RCPT TO' || command === 'DATA') &&
    responseCode !== undefined &&
    responseCode >= 500 &&
    !SESSION_REPLIES.has(responseCode) &&
    !(command === 'RCPT TO' && isPolicyReply(message));
  return isFinal ? new PermanentFailure(text) : new Error(text);
}

/** RFC 3463, 3.8: a server that does not relay for this sender refuses every recipient with 5.7.x. An operator can fix that. */
function isPolicyReply(message: string): boolean {
  return /\b5\.7\.\d/.test(message);
}
