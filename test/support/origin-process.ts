import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** An origin in a process of its own, so that a test can kill it. */
export interface OriginProcess {
  readonly port: number;
  kill(): Promise<void>;
}

const file = fileURLToPath(new URL('./origin-main.ts', import.meta.url));

/** Responds to every request with its name; POST is delayed, so that some requests are always in flight. */
export async function startOrigin(name: string, port = 0): Promise<OriginProcess> {
  const child: ChildProcess = spawn(process.execPath, [file, name, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(child.stdout ?? child, 'data');
  return {
    port: Number(line),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
