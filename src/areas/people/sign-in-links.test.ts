import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashKey } from '#http/auth.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { makeLogger } from '#kernel/logger.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { makeDemoLink } from './sign-in-links.ts';
import { takeSignInLink } from './store/links.ts';
import { readConfig } from '#config';

test('a service that is tried out gets one owner, and a link to it each time, good for ten minutes', async (t) => {
  const { postgres, dataDir } = await openTestStores(t);
  const now = Date.UTC(2026, 0, 1);
  const clock = { now: () => new Date(now), realNow: () => now };
  const config = readConfig({ DATA_DIR: dataDir });
  const ctx = { postgres, clock, config, logger: makeLogger('silent'), consoleUrl: () => 'http://127.0.0.1:8787/' };
  const [first, second] = [await makeDemoLink(ctx), await makeDemoLink(ctx)];
  assert.equal(first.user.id, second.user.id);
  assert.equal(first.user.hasPassword, false);
  const [page, token = ''] = first.link.split('#link=');
  assert.equal(page, 'http://127.0.0.1:8787/console/login');
  const take = (afterMs: number) => takeSignInLink(postgres, hashKey(token), new Date(now + afterMs));
  assert.equal(await take(10 * MINUTE_MS), undefined);
  assert.equal(await take(10 * MINUTE_MS - 1), first.user.id);
  assert.equal(await take(0), undefined);
});
