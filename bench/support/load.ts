import { Pool } from 'undici';
import { readCpu } from './cpu.ts';
import type { RunningService } from './process.ts';

/**
 * Asks addresses in turns, over and over, on a number of connections for a time.
 * @returns answered requests a second; throws on any answer that is not 200
 */
export async function measureRequestsPerSecond(options: {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with POST; GET without. */
  readonly body?: object;
  readonly connections: number;
  readonly durationMs: number;
}): Promise<number> {
  const pool = new Pool(options.origin, { connections: options.connections, pipelining: 1 });
  const end = performance.now() + options.durationMs;
  const { body: sent, headers: given } = options;
  const message =
    sent === undefined
      ? { method: 'GET', headers: given }
      : { method: 'POST', headers: { ...given, 'content-type': 'application/json' }, body: JSON.stringify(sent) };
  let answered = 0;
  let asked = 0;
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      const path = options.paths[asked % options.paths.length] ?? '/';
      asked += 1;
      const { statusCode, body } = await pool.request({ path, ...message });
      const bytes = await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${Buffer.from(bytes).toString().slice(0, 300)}`);
      answered += 1;
    }
  };
  const start = performance.now();
  try {
    await Promise.all(Array.from({ length: options.connections }, ask));
  } finally {
    await pool.destroy();
  }
  return answered / ((performance.now() - start) / 1000);
}

const SPELLING_BITS = 11;
/** So many ways there are to spell a list of fields; the memory of a service holds fewer pages. */
export const SPELLINGS = 2 ** SPELLING_BITS;

/**
 * Names of fields, spelled in another way for each number: spaces and commas at their end mean nothing. What a service was asked a
 * moment ago it answers from memory; spelled in another way it is asked for the first time.
 * @param at from 0; counts round after `SPELLINGS`
 */
export function spellFields(names: string, at: number): string {
  const ends = Array.from({ length: SPELLING_BITS }, (_, bit) => (Math.floor(at / 2 ** bit) % 2 === 1 ? '%20' : ','));
  return names + ends.join('');
}

export interface Load {
  readonly perSecond: number;
  /** Of the server and the store, a request; other work on the machine leaves it nearly alone. */
  readonly cpuMs: number;
}

/**
 * The load that one of several servers bears. They and their store are children of this process.
 * @param servers all that run
 */
export async function measureLoad(
  { url, pid }: RunningService,
  servers: readonly RunningService[],
  request: Omit<Parameters<typeof measureRequestsPerSecond>[0], 'origin'>,
): Promise<Load> {
  const others = servers.filter((server) => server.pid !== pid);
  const readSpentMs = async (): Promise<number> => {
    const [all, ...idle] = await Promise.all([process.pid, ...others.map((other) => other.pid)].map(readCpu));
    return idle.reduce((rest, { ownMs }) => rest - ownMs, (all?.allMs ?? 0) - (all?.ownMs ?? 0));
  };
  const [began, before] = [performance.now(), await readSpentMs()];
  const perSecond = await measureRequestsPerSecond({ origin: url, ...request });
  const answered = (perSecond * (performance.now() - began)) / 1_000;
  return { perSecond, cpuMs: ((await readSpentMs()) - before) / answered };
}
