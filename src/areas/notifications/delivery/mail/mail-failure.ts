import { PermanentFailure } from '../../../../contracts/job.ts';
import { plainText } from '../../messages/plain-text.ts';

/** What nodemailer says about a mail that was not taken. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** Replies about the session rather than about the mail: a wrong order of commands, and missing or refused logins. */
const SESSION_REPLIES = new Set([503, 530, 534, 535, 538]);

/**
 * The error that a delivery fails with. A refusal of the recipient or of the mail itself is final. All else may pass, or an
 * operator may repair it: a server that cannot be reached, a bad certificate, a refused login or sender.
 */
export function mailFailure(error: unknown): Error {
  const { message, code, command, responseCode } = error as SmtpError;
  const text = `the mail server did not take the mail: ${plainText(message, 500)}`;
  // The address cannot be written as SMTP wants it.
  if (code === 'EENVELOPE' && command === 'API') return new PermanentFailure(text);
  const isFinal =
    (command === 'RCPT TO' || command === 'DATA') &&
    responseCode !== undefined &&
    responseCode >= 500 &&
    !SESSION_REPLIES.has(responseCode) &&
    !(command === 'RCPT TO' && isPolicyReply(message));
  return isFinal ? new PermanentFailure(text) : new Error(text);
}

/** RFC 3463, 3.8: a server that does not relay for this sender refuses every recipient with 5.7.x until it is told to. */
function isPolicyReply(message: string): boolean {
  return /\b5\.7\.\d/.test(message);
}
