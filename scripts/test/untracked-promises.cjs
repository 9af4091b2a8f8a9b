'use strict';

/**
 * Loaded before each test process. By default the test runner follows every promise, to say which test an uncaught error belongs to,
 * and each `await` costs many times as much. Here it follows timers, sockets and its tests only (docs/decisions/0062-walks-take-turns.md).
 */
const hooks = require('node:async_hooks');

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
// The runner takes its `createHook` when it is loaded.
void require('node:test');

hooks.createHook = createHook;
