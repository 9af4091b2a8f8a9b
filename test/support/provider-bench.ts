import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '#config';
import { makeClock } from '#kernel/clock.ts';
import { BudgetExceededError, OutsideError } from '#kernel/errors.ts';
import { makeCallLimiter } from '#providers/limits/call-limiter.ts';
import { toCallLimits } from '#providers/dataforseo/call-limits.ts';
import { PROVIDER_LIMITS } from '#providers/search-data/limits.ts';
import { makeHttpClient, type HttpClient } from '#providers/http-client.ts';
import { PaidCallError, UnsentCallError, type CallCost, type PlannedCall, type Spending } from '#providers/metering.ts';
import { dataforseo } from '#providers/dataforseo/index.ts';
import type { SearchData, SerpRequest } from '#providers/search-data/index.ts';

export const REQUEST: SerpRequest = {
  engine: 'engine_a',
  kind: 'organic',
  keyword: 'running shoes',
  locationCode: 2840,
  languageCode: 'en',
  device: 'desktop',
  depth: 100,
};
export const SCOPE = { source: 'api' } as const;
const CREDENTIALS = { login: 'login-x', password: 'password-x' };

export type Task = Record<string, unknown>;
interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly tasks: Task[];
}

export interface ProviderBench {
  readonly searchData: SearchData;
  readonly seen: Seen[];
  readonly planned: PlannedCall[];
  readonly costs: CallCost[];
  /** Calls that were given up before they were made. */
  readonly unsent: PlannedCall[];
  /** Tags of calls that no budget has room for. */
  readonly tooDear: Set<string>;
  /** The provider is gone. */
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly credentials?: Partial<typeof CREDENTIALS>;
  /** How long a call whose money is set aside waits for its turn; as in production unless given. */
  readonly slotWaitMsMax?: number;
}

/** A provider with answers set by the test, and a ledger that records what it is given. */
export async function openProviderBench(
  t: TestContext,
  answer: (tasks: Task[], response: ServerResponse) => void,
  { credentials = CREDENTIALS, slotWaitMsMax }: BenchOptions = {},
): Promise<ProviderBench> {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const tasks = (text === '' ? [] : JSON.parse(text)) as Task[];
    seen.push({ method: request.method, path: request.url, authorization: request.headers.authorization, tasks });
    answer(tasks, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logger = pino({ level: 'silent' });
  const http = makeHttpClient({
    logger,
    allowedPrivateOrigins: [baseUrl],
    callLimiter: makeCallLimiter({ limits: toCallLimits(PROVIDER_LIMITS) }),
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(async () => {
    await http.close();
    await close();
  });
  const planned: PlannedCall[] = [];
  const costs: CallCost[] = [];
  const unsent: PlannedCall[] = [];
  const tooDear = new Set<string>();
  const noRoom = (): BudgetExceededError => new BudgetExceededError('daily_usd', 'no room');
  /** What is not too dear is paid, and noted down. */
  const pay = async <Value>(plans: readonly PlannedCall[], call: () => Promise<{ value: Value; costs: readonly CallCost[] }>) => {
    planned.push(...plans);
    try {
      const paid = await call();
      costs.push(...paid.costs);
      return paid.value;
    } catch (error) {
      if (error instanceof UnsentCallError) {
        unsent.push(...plans);
        throw error.cause;
      }
      assert.ok(error instanceof PaidCallError, String(error));
      costs.push(error.cost);
      throw error.cause;
    }
  };
  const spending: Spending = {
    spend: async (_scope, plan, call) => {
      if (tooDear.has(plan.tag)) throw noRoom();
      return await pay([plan], async () => {
        const { value, cost } = await call();
        return { value, costs: [cost] };
      });
    },
    spendBatch: async (plans, call) => {
      const made = plans.filter((plan) => !tooDear.has(plan.tag));
      const refused = plans.filter((plan) => tooDear.has(plan.tag)).map((plan) => ({ planned: plan, error: noRoom() }));
      return { value: made.length === 0 ? undefined : await pay(made, async () => await call(made)), refused };
    },
  };
  const hasty: HttpClient = {
    ...http,
    request: (request) => http.request('slotWaitMsMax' in request ? { ...request, slotWaitMsMax } : request),
  };
  const config = { ...readConfig({}), dataforseo: { login: undefined, password: undefined, ...credentials, baseUrl } };
  return {
    searchData: dataforseo.makeSearchData({
      http: slotWaitMsMax === undefined ? http : hasty,
      config,
      spending,
      clock: makeClock(),
      logger,
    }),
    seen,
    planned,
    costs,
    unsent,
    tooDear,
    close,
  };
}

export function makeItem(rank: number): object {
  return {
    type: 'organic',
    rank_group: rank,
    rank_absolute: rank,
    domain: `site${rank}.com`,
    url: `https://site${rank}.com/`,
    title: `Site ${rank}`,
  };
}

export function makeTask(tasks: Task[], more: object = {}): object {
  const result = [
    {
      check_url: 'https://check',
      se_results_count: 9,
      pages_count: 10,
      items_count: 2,
      item_types: ['organic'],
      items: [makeItem(1), makeItem(2)],
    },
  ];
  return {
    id: '11210230-1535-0139-0000-aaaaaaaaaaaa',
    status_code: 20_000,
    status_message: 'Ok.',
    cost: 0.0155,
    data: { tag: tasks[0]?.['tag'] },
    result,
    ...more,
  };
}

export function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
}

export function sendTask(response: ServerResponse, task: object): void {
  send(response, { status_code: 20_000, status_message: 'Ok.', cost: 0.0155, tasks: [task] });
}

/** What a post of the queue is answered with: one line for each task. */
export function makePosted(task: Task, more: object = {}): object {
  const tag = String(task['tag']);
  return { id: `id-of-${tag}`, status_code: 20_100, status_message: 'Task Created.', cost: 0.00465, data: { tag }, result: null, ...more };
}

export async function failureOf(bench: ProviderBench): Promise<OutsideError> {
  const error: unknown = await bench.searchData.fetchSerp(REQUEST, SCOPE).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OutsideError, String(error));
  return error;
}
