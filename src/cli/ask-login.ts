import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/**
 * Reads a user name and a password: asked for on a terminal, the password without echo; otherwise the
 * first two lines of the standard input. Never arguments, which everybody on a machine can see.
 */
export async function askLogin(): Promise<{ username: string; password: string }> {
  if (!process.stdin.isTTY) {
    const [username = '', password = ''] = (await text(process.stdin)).split(/\r?\n/);
    if (username === '' || password === '') {
      throw new Error('expected a user name and a password, one line each, on the standard input');
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
  // Ctrl-D closes the prompt and would leave the question open for ever.
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
