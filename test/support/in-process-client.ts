import assert from 'node:assert/strict';
import type { ApiClient } from '../../src/tools/api-client.ts';
import type { TestApi } from './test-api.ts';

interface Hooks {
  beforeCall?(method: string, path: string): Promise<void> | void;
  afterCall?(method: string, path: string): Promise<void> | void;
}

/** The client that commands use, on an API in this process. Each call takes a millisecond. An error of a hook ends the command. */
export function inProcessClient(api: TestApi, hooks: Hooks = {}): ApiClient {
  return {
    isRemote: false,
    async call(method, path, body) {
      await hooks.beforeCall?.(method, path);
      api.clock.set(api.clock.now() + 1);
      const { status, body: envelope } = await api.call(method, path, { body });
      await hooks.afterCall?.(method, path);
      assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(envelope)}`);
      return envelope;
    },
    close: async () => {},
  };
}
