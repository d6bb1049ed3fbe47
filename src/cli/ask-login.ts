import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * Asks for a user name and a password on a terminal, the password without echo. Without a terminal it
 * reads them from the first two lines of standard input. They are not arguments, because other users of the
 * machine can see those.
 */
export async function askLogin(): Promise<{ username: string; password: string }> {
  if (!process.stdin.isTTY) {
    const [username = '', password = ''] = (await text(process.stdin)).split(/\r?\n/);
    if (username === '' || password === '') {
      throw new Error('expected a user name and a password, one line each, on standard input');
    }
    return { username, password };
  }
  let isHidden = false;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const prompt = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  // Otherwise the question would stay pending for ever after Ctrl-D.
  const closed = new AbortController();
  prompt.once('close', () => closed.abort());
  try {
    const username = await prompt.question('User name: ', closed);
    process.stderr.write('Password: ');
    isHidden = true;
    const password = await prompt.question('', closed);
    process.stderr.write('\n');
    return { username, password };
  } catch {
    process.stderr.write('\n');
    throw new Error('interrupted; nothing was checked');
  } finally {
    prompt.close();
  }
}
