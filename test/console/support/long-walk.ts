import type { TestContext } from 'node:test';
import assert from 'node:assert/strict';
import { takeShare } from '../../support/test-width.ts';
import type { Window } from './browser.ts';
import { assertQuiet, follow, listScreens, toAddress } from './walk.ts';
import { SHARES } from './walk-suite.ts';
import type { ConsoleWorld } from './world.ts';

const MB = 1_000_000;
/** What the console may hold more than after its first round, in which it loads its scripts and asks everything once. */
const GROWTH_MAX_MB = 20;

/**
 * Walks over the screens of a signed-in person that `walkOver` was on, at least once and until `forMs` have passed, in a page that was on each of them
 * and is never loaded again.
 * @throws AssertionError when the page holds 20 MB more than before, or said something in its console
 */
export async function assertNothingPilesUp(t: TestContext, { params }: ConsoleWorld, window: Window, forMs = 0): Promise<void> {
  const inside = (await listScreens()).filter(({ isOpen }) => isOpen !== true);
  const screens = takeShare(inside, SHARES);
  const addresses = screens.map((screen) => toAddress(screen, params));
  const { rounds, beforeMb, halfwayMb, growthMb } = await walkFor(window, addresses, forMs);
  const [before, halfway, growth] = [beforeMb, halfwayMb, growthMb].map((mb) => mb.toFixed(1));
  t.diagnostic(`${rounds} rounds over ${screens.length} screens: ${before} MB, ${halfway} MB more halfway, ${growth} MB more at the end`);
  assert.ok(growthMb <= GROWTH_MAX_MB, `${growthMb} MB more after ${rounds} rounds`);
  assertQuiet(window);
  await window.context.close();
}

interface LongWalk {
  readonly rounds: number;
  readonly beforeMb: number;
  /** After half of the time: what grows without end has grown half as much. */
  readonly halfwayMb: number;
  readonly growthMb: number;
}

/** Walks over the addresses at least once, and until `forMs` have passed. */
export async function walkFor(window: Window, addresses: readonly string[], forMs = 0): Promise<LongWalk> {
  const beforeMb = await readHeapMb(window);
  const beganAt = performance.now();
  let rounds = 0;
  const walkUntil = async (endsAt: number): Promise<number> => {
    while (rounds === 0 || performance.now() < endsAt) {
      for (const address of addresses) await follow(window.page, address);
      rounds += 1;
    }
    return (await readHeapMb(window)) - beforeMb;
  };
  const halfwayMb = await walkUntil(beganAt + forMs / 2);
  return { beforeMb, halfwayMb, growthMb: await walkUntil(beganAt + forMs), rounds };
}

/** Objects, elements and buffers that are left when the garbage is gone. */
async function readHeapMb({ page, context }: Window): Promise<number> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / MB;
}
