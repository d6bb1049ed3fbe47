import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('./command-host.ts', import.meta.url));

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandCall {
  readonly id: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** Runs `palisade` commands as a terminal would, without a process for each of them. */
export interface CommandLine {
  run(
    args: readonly string[],
    options?: { readonly env?: Readonly<Record<string, string>>; readonly input?: string },
  ): Promise<CommandResult>;
  close(): void;
}

export function openCommandLine(): CommandLine {
  const host = fork(HOST, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const waiting = new Map<number, PromiseWithResolvers<CommandResult>>();
  let calls = 0;
  host.on('message', ({ id, ...result }: CommandResult & { id: number }) => {
    waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  host.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the command line has ended'));
  });
  return {
    run(args, { env = {}, input = '' } = {}) {
      const result = Promise.withResolvers<CommandResult>();
      const call: CommandCall = { id: ++calls, args, env, input };
      waiting.set(call.id, result);
      host.send(call);
      return result.promise;
    },
    close() {
      host.disconnect();
    },
  };
}
