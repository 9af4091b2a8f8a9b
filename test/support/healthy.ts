import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from './patience.ts';

const LOOK_MS = 50;

/**
 * Asks `/health` until it says that the service is well. On a busy machine a store can have been slow a moment ago, and the answer
 * of that second stands. @returns the body that says so
 */
export async function waitUntilHealthy(ask: () => Promise<any>): Promise<any> {
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    const body = await ask();
    if (body.status === 'ok') return body;
    assert.ok(performance.now() < end, JSON.stringify(body));
  }
}
