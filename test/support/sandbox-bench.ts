import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { makeSpending, sweepLostSpends } from '#areas/costs/index.ts';
import { readConfig } from '#config';
import { makeClock } from '#kernel/clock.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { makeCallLimiter, type CallLimiter } from '#providers/limits/call-limiter.ts';
import { toCallLimits } from '#providers/dataforseo/call-limits.ts';
import { PROVIDER_LIMITS } from '#providers/search-data/limits.ts';
import { dataforseo } from '#providers/dataforseo/index.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import { openTestStores } from './index.ts';
import { startSandboxClient, type SandboxClient } from './sandbox-client.ts';

const logger = pino({ level: 'silent' });

export interface SandboxBench {
  readonly searchData: SearchData;
  readonly sandbox: SandboxClient;
  readonly stores: Awaited<ReturnType<typeof openTestStores>>;
  /** When calls were let go, in milliseconds. */
  readonly startedAt: readonly number[];
  sweep(): ReturnType<typeof sweepLostSpends>;
  /** What the ledger, the counters and the sandbox say was spent. */
  readCosts(): Promise<{ ledger: number; counted: number; reserved: number; charged: number }>;
}

export interface SandboxCalls {
  readonly cost_usd: number;
  readonly max_concurrency: number;
  readonly max_per_second: number;
  readonly by_endpoint: Readonly<Record<string, number>>;
  readonly entries: readonly { readonly method: string; readonly path: string; readonly body: string }[];
}

/** Our client and our ledger against the sandbox. */
export async function openSandboxBench(t: TestContext, credentials: { login?: string; password?: string } = {}): Promise<SandboxBench> {
  const stores = await openTestStores(t);
  const { postgres } = stores;
  const sandbox = await startSandboxClient();
  stores.onClose(() => sandbox.sandbox.close());
  const baseUrl = sandbox.sandbox.url;
  const startedAt: number[] = [];
  const http = makeHttpClient({
    logger,
    allowedPrivateOrigins: [baseUrl],
    callLimiter: recordStarts(makeCallLimiter({ limits: toCallLimits(PROVIDER_LIMITS) }), startedAt),
  });
  stores.onClose(() => http.close());
  const clock = makeClock();
  const spending = makeSpending({ postgres, clock, logger });
  const config = { ...readConfig({}), dataforseo: { login: 'operator', password: 'secret', ...credentials, baseUrl } };
  const searchData = dataforseo.makeSearchData({ http, config, spending, clock, logger });
  return {
    searchData,
    sandbox,
    stores,
    startedAt,
    sweep: () => sweepLostSpends({ postgres, clock, logger, searchData }, { unknownAfterMs: 0 }),
    readCosts: async () => {
      const { rows } = await postgres.query<{ ledger: number; counted: number; reserved: number }>(
        `select (select coalesce(sum(cost_usd), 0) from api_costs) as ledger,
                coalesce(sum(spent_usd), 0) as counted, coalesce(sum(reserved_usd), 0) as reserved
         from budget_windows where budget = 'daily_usd'`,
      );
      const calls = await sandbox.control<SandboxCalls>('/_sandbox/calls');
      return { ledger: 0, counted: 0, reserved: 0, ...rows[0], charged: calls.body.cost_usd };
    },
  };
}

/** When each call was let go: what arrives bunched because this process stalled was not sent too fast. */
function recordStarts(callLimiter: CallLimiter, startedAt: number[]): CallLimiter {
  return {
    ...callLimiter,
    run: (place, work) =>
      callLimiter.run(place, () => {
        startedAt.push(performance.now());
        return work();
      }),
  };
}
