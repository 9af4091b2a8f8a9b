import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeCallLog } from './control/call-log.ts';
import { makeFaultBoard } from './control/faults.ts';
import { makeAnnouncer } from './delivery/announcer.ts';
import { makeTables } from './entities/index.ts';
import { openMail } from './mail/index.ts';
import { makeProviderBooks } from './provider/books.ts';
import { makeProviderEngine } from './provider/engine.ts';
import { providerRoutes } from './provider/index.ts';
import { makeCallLimits } from './provider/limits.ts';
import { makeSearchTools } from './provider/search-tools.ts';
import { makeServer } from './server.ts';
import { makeWorldClock } from './world-clock.ts';
import { makeWorld, type World } from './world/index.ts';

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  /** The same seed gives the same world. */
  readonly seed?: string;
  /** `false`: calls are counted but never refused for being too many; for load runs. */
  readonly enforceRateLimits?: boolean;
  /** Real time that a queued task takes; `POST /_sandbox/queue` changes it. */
  readonly queueDelayMs?: number;
  /** The world's date at the start; today unless given. `POST /_sandbox/clock` moves it. */
  readonly now?: Date;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const SEED_DEFAULT = 'sightline';
/** By their seeds. A world never changes, so the sandboxes of one process share what was made of it already. */
const worlds = new Map<string, World>();
const QUEUE_DELAY_MS_DEFAULT = 50;

/**
 * Starts the offline twin of every outside source (docs/sandbox.md).
 * @throws Error when the port is taken
 */
export async function startSandbox({
  port,
  host = '127.0.0.1',
  seed = SEED_DEFAULT,
  enforceRateLimits = true,
  queueDelayMs = QUEUE_DELAY_MS_DEFAULT,
  now,
}: SandboxOptions): Promise<Sandbox> {
  const world = worlds.get(seed) ?? makeWorld(seed);
  worlds.set(seed, world);
  const clock = makeWorldClock();
  if (now !== undefined) await clock.moveTo(now);
  const calls = makeCallLog();
  const faults = makeFaultBoard(world.seed);
  const search = makeSearchTools(world, clock, faults);
  const tables = makeTables(world, search.serp);
  const announcer = makeAnnouncer({ tools: search, clock, calls, faults });
  const books = makeProviderBooks({ clock, announcer, delayMs: queueDelayMs });
  const engine = makeProviderEngine({
    routes: providerRoutes,
    tools: { ...search, vendorNow: () => clock.vendor.now(), ...books, spentUsd: () => calls.costUsd() },
    limits: makeCallLimits(clock, enforceRateLimits),
  });
  const { close: closeMail, ...mail } = await openMail(host, { faults, now: () => clock.realNow() });
  const control = { ...search, clock, calls, faults, ...books, ...tables, ...mail };
  const server = makeServer({ ...control, engine, waitToWork: announcer.wait });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await closeMail();
    throw error;
  }
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    async close() {
      announcer.close();
      await closeMail();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
