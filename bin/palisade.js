#!/usr/bin/env node
// Starts the command line. Any Node that npm runs on can execute this file; if it is too old to run TypeScript
// directly or to bind sockets for other processes, the Node version that this project is tested with takes over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

const OLDEST = '26.4';
const main = new URL('../src/cli/main.ts', import.meta.url);
const pinned = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));

if (net.BoundSocket) {
  // Caches compiled code for this process and the processes that it starts: they start faster and need less
  // memory. If the folder cannot be written, nothing is cached.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../node_modules/.cache/palisade', import.meta.url),
  );
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  await import(main.href);
} else if (existsSync(pinned)) {
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
} else {
  console.error(`palisade: this needs Node ${OLDEST} or newer, or its own: run "npm ci" first`);
  process.exit(1);
}
