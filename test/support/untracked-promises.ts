import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;

/**
 * The test runner tracks every promise, only to name the test that an uncaught error came from. That takes up to a
 * fifth of the processor time of a test file. Without it an uncaught error still fails the file, without the name.
 * This must be loaded before `node:test`.
 */
asyncHooks.createHook = (options) => createHook({ ...options, trackPromises: false });
