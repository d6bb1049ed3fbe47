#!/usr/bin/env node
// Starts the command line with the runtime this version is tested with. Any Node that npm itself runs
// on can execute this file; an older one hands over to the pinned one, which runs TypeScript directly.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST = 24;
const main = new URL('../src/cli/main.ts', import.meta.url);
const pinned = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= OLDEST) {
  // Keeps compiled code between starts, for this process and the edge processes it makes: they start
  // faster and need less memory. Where the folder cannot be written it changes nothing.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../node_modules/.cache/palisade', import.meta.url),
  );
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  await import(main.href);
} else if (existsSync(pinned)) {
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
} else {
  console.error(`palisade: this needs Node ${OLDEST} or newer, or its own: run "npm ci" first`);
  process.exit(1);
}
