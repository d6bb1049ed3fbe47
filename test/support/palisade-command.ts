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

/** Test files of one process share the process that runs their commands: starting one takes a second. */
let shared: Host | undefined;
let users = 0;

export function openCommandLine(): CommandLine {
  shared ??= startHost();
  const host = shared;
  users += 1;
  return {
    run: (args, { env = {}, input = '' } = {}) => host.run({ args, env, input }),
    close() {
      users -= 1;
      if (users > 0) return;
      shared = undefined;
      host.end();
    },
  };
}

interface Host {
  run(call: Omit<CommandCall, 'id'>): Promise<CommandResult>;
  end(): void;
}

function startHost(): Host {
  const host = fork(HOST, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const waiting = new Map<number, PromiseWithResolvers<CommandResult>>();
  let calls = 0;
  host.on('message', ({ id, ...result }: CommandResult & { id: number }) => {
    waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  host.on('exit', () => {
    for (const { reject } of waiting.values())
      reject(new Error('the process that runs commands has ended'));
  });
  return {
    run(call) {
      const result = Promise.withResolvers<CommandResult>();
      const id = ++calls;
      waiting.set(id, result);
      host.send({ id, ...call });
      return result.promise;
    },
    end: () => host.disconnect(),
  };
}
