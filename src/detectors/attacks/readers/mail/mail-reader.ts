import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { type InjectedLine, injectedLines, lineStrength, weaker } from '../injected-lines.ts';

const RECIPIENT: ReadonlySet<string> = new Set(['to', 'cc', 'bcc', 'resent-to', 'apparently-to']);
const OTHER: ReadonlyMap<string, RegExp> = new Map([
  ['from', /@/],
  ['sender', /@/],
  ['reply-to', /@/],
  ['return-path', /@/],
  ['subject', /./],
  ['mime-version', /^\d/],
  ['content-type', /^(?:text|multipart|message|application)\//i],
  ['content-transfer-encoding', /^(?:7bit|8bit|base64|quoted-printable|binary)/i],
  ['x-mailer', /./],
]);
const ENVELOPE = /^(?:rcpt to|mail from)\s{0,9}:\s{0,9}<?[^\s<>]{0,100}(?:@|>)/i;
const GREETING = /^(?:helo|ehlo) [\w.-]{1,100}\s*$/i;
const END_COMMAND = /^(?:quit|rset|data|helo |ehlo |mail from|rcpt to|vrfy )/i;
/** Clients write commands in capitals, and sentences do not. */
const IMAP =
  /^[A-Za-z]{0,4}\d{1,5} (?:CAPABILITY|LOGOUT|NOOP|LOGIN |SELECT |EXAMINE |CREATE |DELETE |RENAME |SUBSCRIBE |UNSUBSCRIBE |LIST |FETCH |STORE |COPY |UID |EXPUNGE|APPEND |AUTHENTICATE )/;
const STEPS_PER_LINE = 20;
const ENDS = ['\n', '\r'];

/** Reads a value as lines of a message or as commands to a mail server. */
export const mailReader: AttackReader = {
  name: 'mail',
  triggers: [
    {
      words: ENDS.flatMap((end) => [...RECIPIENT, ...OTHER.keys()].map((name) => `${end}${name}:`)),
    },
    {
      words: ENDS.flatMap((end) => ['to ', 'cc ', 'bcc ', 'from '].map((name) => `${end}${name}`)),
      with: ':',
    },
    { words: ['rcpt to', 'mail from'], with: '\r\n' },
    {
      words: ENDS.flatMap((end) => ['helo ', 'ehlo ', '.\r', '.\n'].map((word) => `${end}${word}`)),
    },
    {
      words: [
        ' capability',
        ' logout',
        ' noop',
        ' login ',
        ' select ',
        ' fetch ',
        ' store ',
        ' expunge',
        ' delete ',
        ' rename ',
        ' create ',
        ' list ',
        ' authenticate ',
      ],
      with: '\r\n',
    },
  ],
  read(text, context) {
    const greatest = lineStrength(text, context);
    const report: Report = (sign, strength, start, end) =>
      context.report(sign, weaker(strength, greatest), start, end);
    let previous = '';
    for (const line of injectedLines(text)) {
      if (!context.budget.take(STEPS_PER_LINE + line.text.length)) return;
      judgeHeader(line, report);
      judgeCommand(line, previous, report);
      previous = line.text;
    }
  },
};

type Report = ReadContext['report'];

function judgeHeader(
  { name, value, start, end, followsHeaders }: InjectedLine,
  report: Report,
): void {
  // Quoted messages have the lines of the message that they quote somewhere within the text.
  if (RECIPIENT.has(name) && /[^\s@]@[^\s@]/.test(value)) {
    report('mail-recipient', followsHeaders ? 'clear' : 'likely', start, end);
  } else if (OTHER.get(name)?.test(value)) {
    report('mail-header', followsHeaders ? 'likely' : 'weak', start, end);
  }
}

function judgeCommand({ text, start, end }: InjectedLine, previous: string, report: Report): void {
  if (ENVELOPE.test(text)) report('mail-envelope', 'clear', start, end);
  else if (GREETING.test(text)) report('mail-envelope', 'likely', start, end);
  else if (IMAP.test(text)) report('mail-mailbox', 'clear', start, end);
  if (previous.trim() === '.' && END_COMMAND.test(text)) report('mail-end', 'clear', start, end);
}
