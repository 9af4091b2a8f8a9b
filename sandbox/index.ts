import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeCallLog } from './control/call-log.ts';
import { makeFaultBoard } from './control/faults.ts';
import { makeProviderEngine } from './provider/engine.ts';
import { providerRoutes } from './provider/index.ts';
import { makeRateLimits } from './provider/limits.ts';
import { makeTaskStore } from './provider/tasks.ts';
import { makeSerpSource } from './serp/index.ts';
import { makeServer } from './server.ts';
import { makeWorldClock } from './world-clock.ts';
import { makeWorld } from './world/index.ts';

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  /** The same seed gives the same world. */
  readonly seed?: string;
  /** `false`: calls are counted but never refused for being too many; for load runs. */
  readonly enforceRateLimits?: boolean;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const SEED_DEFAULT = 'sightline';

/**
 * Starts the offline twin of every outside source (docs/sandbox.md).
 * @throws Error when the port is taken
 */
export async function startSandbox({
  port,
  host = '127.0.0.1',
  seed = SEED_DEFAULT,
  enforceRateLimits = true,
}: SandboxOptions): Promise<Sandbox> {
  const world = makeWorld(seed);
  const clock = makeWorldClock();
  const serp = makeSerpSource(world);
  const calls = makeCallLog();
  const tasks = makeTaskStore();
  const engine = makeProviderEngine({
    routes: providerRoutes,
    tools: { world, serp, tasks, now: () => clock.now(), spentUsd: () => calls.costUsd() },
    limits: makeRateLimits(clock, enforceRateLimits),
  });
  const server = makeServer({ world, serp, clock, calls, tasks, engine, faults: makeFaultBoard(world.seed) });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
