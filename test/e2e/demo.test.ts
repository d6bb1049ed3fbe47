import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

// Regression: the demo chose ports of its own, whatever the settings said.
it('the demo listens where the settings say', async (test) => {
  if (!existsSync(inRepository('node_modules/.bin/anvil'))) {
    test.skip('npm has no anvil for this platform');
    return;
  }
  const address = async () => `127.0.0.1:${await freePort()}`;
  const [api, edge, gateway] = [await address(), await address(), await address()];
  const demo = spawn(process.execPath, [inRepository('scripts/demo.ts')], {
    env: {
      ...process.env,
      PALISADE_API_LISTEN: api,
      PALISADE_EDGE_LISTEN: edge,
      PALISADE_GATEWAY_LISTEN: gateway,
      PALISADE_EDGE_WORKERS: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(demo, 'exit');
  let printed = '';
  demo.stdout.setEncoding('utf8');
  try {
    for await (const chunk of demo.stdout.iterator({ destroyOnReturn: false })) {
      printed += chunk;
      if (printed.includes('Ctrl-C ends the demo.')) break;
    }
    demo.stdout.resume();
    assert.ok(printed.includes(`http://${gateway}/v1/sepolia`), printed);
    assert.match(
      printed,
      new RegExp(`^ {2}API=http://${api}/client/v4\\n {2}TOKEN=\\$\\(cat /`, 'm'),
    );
    for (const listening of [api, edge]) await fetch(`http://${listening}/healthz`);
  } finally {
    demo.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  }
});
