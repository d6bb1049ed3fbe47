import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Another program that a benchmark compares with. */
export interface Peer {
  readonly child: ChildProcess;
  readonly url: string;
  stop(): Promise<void>;
}

export interface PeerOptions {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  readonly url: string;
  isReady(url: string): Promise<boolean>;
  /** Called when it has ended. */
  onEnd(): void;
}

const LOOK_MS = 100;
const MAX_LOOKS = 100;

/** Starts a program written in Go, with one thread for Go code. */
export async function startPeer(options: PeerOptions): Promise<Peer> {
  const { name, command, env, url, isReady, onEnd } = options;
  const [program, ...args] = command;
  const child = spawn(program, args, {
    stdio: 'ignore',
    env: { ...process.env, GOMAXPROCS: '1', ...env },
  });
  for (let n = 0; !(await isReady(url).catch(() => false)); n++) {
    if (child.exitCode !== null || n === MAX_LOOKS) throw new Error(`${name} did not start`);
    await delay(LOOK_MS);
  }
  return {
    child,
    url,
    async stop() {
      child.kill();
      await once(child, 'exit');
      onEnd();
    },
  };
}
