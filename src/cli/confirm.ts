import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
}

const standard: Terminal = { input: process.stdin, output: process.stderr };

/** Asks on a terminal. Anything but yes throws, and so does a missing terminal, unless `--yes` was given. */
export async function confirm(
  question: string,
  isConfirmed = false,
  { input, output }: Terminal = standard,
): Promise<void> {
  if (isConfirmed) return;
  if (!input.isTTY) {
    throw new Error('nothing was changed. There is no terminal to ask on: to go ahead, add --yes');
  }
  const prompt = createInterface({ input, output });
  // Otherwise the question would stay pending for ever after Ctrl-D.
  const closed = new AbortController();
  prompt.once('close', () => closed.abort());
  const response = await prompt.question(`${question} [y/N] `, closed).catch(() => '');
  prompt.close();
  if (!/^y(es)?$/i.test(response.trim())) throw new Error('nothing was changed');
}
