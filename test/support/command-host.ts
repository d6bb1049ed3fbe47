/**
 * Runs commands of the command line one after the other in one process. Starting a process for each would take
 * twenty times as long as most of them.
 */
import { Readable } from 'node:stream';
import { runProgram } from '../../src/cli/program.ts';
import type { CommandCall, CommandResult } from './palisade-command.ts';

let queue = Promise.resolve();
process.on('message', (call: CommandCall) => {
  queue = queue.then(() => run(call)).then((result) => void process.send?.(result));
});

async function run({ id, args, env, input }: CommandCall): Promise<CommandResult & { id: number }> {
  const printed = { stdout: '', stderr: '' };
  let ended: number | undefined;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { value: stdinOf(input), configurable: true });
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      // A process that has exited prints nothing.
      if (ended === undefined) printed[name] += Buffer.from(chunk as string).toString();
      return true;
    };
  }
  process.exit = (code) => {
    ended ??= Number(code ?? process.exitCode ?? 0);
    throw new Error('the process ends here');
  };
  await runProgram(args).catch(() => {});
  return { id, code: ended ?? Number(process.exitCode ?? 0), ...printed };
}

/** Bytes, as from a pipe. */
function stdinOf(input: string): Readable {
  return Readable.from(input === '' ? [] : [Buffer.from(input)], { objectMode: false });
}
