import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { readConfig } from '#config';
import type { AppContext, AppEndpoint } from '#context';
import { hashKey } from '#http/auth.ts';
import { BODY_BYTES_MAX } from '#http/input/json-body.ts';
import { isRaw } from '#http/endpoint.ts';
import { makeServer, type Server } from '#http/server.ts';
import { makeClock } from '#kernel/clock.ts';
import { makeLogger } from '#kernel/logger.ts';
import { COSTLY_BODIES, FORBIDDEN_BODIES } from '../test/support/hostile-bodies.ts';
import { toRecord } from '../test/support/http.ts';
import type { Bench } from './support/bench.ts';

const ROUNDS = 3;
/** Of one request, on an idle machine. */
const BLOCKED_MS_MAX = 100;
/** The most that a request takes, in times of what `JSON.parse` takes for the costliest of the same bodies. */
const RATIO_MAX = 1;
const KEY = 'slk_bench';

/** What the most costly bodies cost every endpoint that takes one, beside a parser that takes them as they come. */
export const hostileBodies: Bench = {
  name: 'hostile-bodies',
  summary: 'processor time of one request, over every endpoint with a body and every kind of costly body',
  run: async () => {
    const server = await startServer();
    try {
      const taking = joinAreas(areas).endpoints.filter(({ method, body }) => method !== 'GET' && !(body !== undefined && isRaw(body)));
      const requests = taking.flatMap((endpoint) => [...FORBIDDEN_BODIES, ...COSTLY_BODIES].map((body) => ({ endpoint, body })));
      const costs = [];
      for (const { endpoint, body } of requests) costs.push(await compare(server, endpoint, body));
      const worst = costs.toSorted((a, b) => b.oursMs - a.oursMs)[0] ?? NONE;
      const parseMs = Math.max(...costs.map((cost) => cost.parseMs));
      return {
        rows: [
          { figure: 'most that a request takes', value: worst.oursMs, unit: 'ms', bound: { atMost: BLOCKED_MS_MAX } },
          { figure: 'of the costliest JSON.parse', value: worst.oursMs / parseMs, unit: 'x', bound: { atMost: RATIO_MAX } },
          { figure: 'costliest JSON.parse alone', value: parseMs, unit: 'ms' },
          { figure: 'requests tried', value: costs.length, unit: '' },
        ],
        notes: [
          `The most takes ${worst.name}.`,
          'Processor time of the whole process, the best of three rounds; the event loop is blocked for no longer.',
        ],
      };
    } finally {
      await server.close();
    }
  },
};

const NONE = { name: 'none', oursMs: Number.NaN, parseMs: Number.NaN };

/** The listener with every endpoint and without what stands behind them: a body that passes ends in an error there. */
async function startServer(): Promise<Server> {
  // A store that fails at the first question.
  const postgres = {} as AppContext['postgres'];
  const context = {
    config: readConfig({}),
    clock: makeClock(),
    logger: makeLogger('silent'),
    postgres,
  } as Partial<AppContext> as AppContext;
  const record = toRecord({ key: KEY, scopes: ['admin'] });
  return await makeServer({
    context,
    endpoints: joinAreas(areas).endpoints,
    findKey: async (hash) => (hash.equals(hashKey(KEY)) ? record : undefined),
  });
}

async function compare(server: Server, endpoint: AppEndpoint, body: (typeof COSTLY_BODIES)[number]): Promise<typeof NONE> {
  const { method, path, bodyLimitBytes = BODY_BYTES_MAX } = endpoint;
  const payload = body.make(bodyLimitBytes);
  const text = payload.toString();
  const url = path.replaceAll(/\{\w+\}/gu, 'x');
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const oursMs = await bestMs(() => server.inject({ method, url, headers, payload }));
  const parseMs = await bestMs(() => tryToParse(text));
  return { name: `${method} ${path} with ${body.because}`, oursMs, parseMs };
}

async function bestMs(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
