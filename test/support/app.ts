import type { TestContext } from 'node:test';
import type { Area } from '#area/index.ts';
import { areas as allAreas } from '#areas/index.ts';
import { readConfig, type Config } from '#config';
import { SECOND_MS } from '#kernel/durations.ts';
import { makeLogger, type Logger } from '#kernel/logger.ts';
import type { SearchProvider } from '#providers/index.ts';
import type { CallLimits } from '#providers/limits/call-limiter.ts';
import { MODEL_LIVE } from '#providers/dataforseo/answers/models.ts';
import { STORE_B_POST } from '#providers/dataforseo/call-limits.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { startApp, type App } from '../../src/app.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';
import { openTestStores, type TestStores } from './index.ts';
import { TEST_DAY } from './test-day.ts';

export const TEST_ADMIN_KEY = 'slk_test_admin_key_of_forty_characters_00';
export const TEST_JWT_SECRET = 'a secret of the tests with more than 32 bytes';

/** Short waits: a test proves that a step is tried again, not how long five seconds are. */
const RETRY_WAITS_MS = [20, 40, 80];
/** The sandbox works on arrival by default: what its record does not show soon was not made. */
const DOUBT_MS = 500;

export interface TestApp {
  readonly app: App;
  readonly url: string;
  /** Asks with the admin key. */
  readonly api: ApiClient;
  /** Asks without a key. */
  readonly anonymous: ApiClient;
  /** The sandbox's control endpoints. */
  readonly sandbox: ApiClient;
  readonly stores: TestStores;
  /** Asks with a key of its own, made with these properties. */
  withKey(properties: { scopes?: string[]; tier?: string; organization_id?: string; project_id?: string }): Promise<ApiClient>;
}

/** The concurrency limits of production without the rate limits, unless the test sets a delay: the sandbox of a test refuses nothing for being too often. */
const toCallLimits = ({ storeBDelaySeconds }: Config): CallLimits[] => [
  { service: 'dataforseo', class: 'account', concurrency: 20 },
  { service: 'dataforseo', class: MODEL_LIVE, concurrency: 5 },
  { service: 'dataforseo', class: STORE_B_POST, everyMs: storeBDelaySeconds * SECOND_MS },
];

const CRAWL_JOBS = ['admin_catalog_refresh', 'customer_app_tracking'];

export interface TestAppOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly retryWaitsMs?: readonly number[];
  /** How long what the provider's record does not show stays in doubt; half a second unless given. */
  readonly doubtMs?: number;
  /** What it runs on; made for it when left out. */
  readonly stores?: TestStores;
  /** The weekly run of snapshots begins by itself when the date is moved. */
  readonly isSnapshotJobOn?: boolean;
  /** The jobs that read app stores begin by themselves when the date is moved. */
  readonly areCrawlJobsOn?: boolean;
  /** Workflows begin by the schedules of the areas; otherwise only those that the test begins. */
  readonly hasSchedules?: boolean;
  /** For tests that read what is logged. */
  readonly logger?: Logger;
  /** Who answers the questions of search data; the product's vendor, at the sandbox, unless given. */
  readonly searchProvider?: SearchProvider;
  /** What the service consists of; all areas unless given. */
  readonly areas?: readonly Area[];
}

/**
 * The whole service on stores of this test's own, and a sandbox; both end with the test. The
 * workflow engine exists once in a process: one service at a time in a file.
 */
export async function startTestApp(
  t: TestContext,
  {
    environment = {},
    retryWaitsMs = RETRY_WAITS_MS,
    doubtMs = DOUBT_MS,
    isSnapshotJobOn = false,
    areCrawlJobsOn = false,
    hasSchedules = false,
    logger,
    stores: given,
    searchProvider,
    areas = allAreas,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const stores = given ?? (await openTestStores(t));
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY, enforceRateLimits: false });
  stores.onClose(() => sandbox.close());
  const config = readConfig({
    PORT: '0',
    DATA_DIR: stores.dataDir,
    DATABASE_URL: stores.connectionString,
    SANDBOX: sandbox.url,
    SIGHTLINE_ADMIN_KEY: TEST_ADMIN_KEY,
    JWT_SECRET: TEST_JWT_SECRET,
    // Calls and costs of a test are those it makes; tests of enrichment turn it on.
    KEYWORD_ENRICHMENT: 'off',
    // Rules of a test are those it makes.
    ALERT_PRESETS: 'off',
    // Nor does the sandbox need any rest.
    STORE_A_DELAY_SECONDS: '0',
    STORE_B_DELAY_SECONDS: '0',
    STORE_A_PAGE_DELAY_MS: '0-0',
    STORE_A_PAGE_JITTER_MS: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
    ...environment,
  });
  const app = await startApp(config, {
    logger: logger ?? makeLogger(config.logLevel),
    retryWaitsMs,
    doubtMs,
    callLimits: [...toCallLimits(config), ...(searchProvider?.toCallLimits(config) ?? [])],
    ...(searchProvider === undefined ? {} : { searchProvider }),
    areas: hasSchedules ? areas : areas.map((area) => ({ ...area, schedules: [] })),
  });
  stores.onClose(() => app.stop());
  // Calls and costs of a test are those it makes. In the database that the service uses, which may be one of the test's own.
  const off = [...(isSnapshotJobOn ? [] : ['backlink_snapshots']), ...(areCrawlJobsOn ? [] : CRAWL_JOBS)];
  await app.context.postgres.query('update jobs set is_enabled = false where type = any($1)', [off]);
  const api = makeApiClient(app.url, TEST_ADMIN_KEY);
  return {
    app,
    url: app.url,
    api,
    anonymous: makeApiClient(app.url),
    sandbox: makeApiClient(sandbox.url),
    stores,
    withKey: async (properties) => {
      const made = await api.post<{ key: string }>('/api/admin/api-keys', {
        name: 'test',
        scopes: ['read', 'write'],
        tier: 'enterprise',
        ...properties,
      });
      return makeApiClient(app.url, made.body.key);
    },
  };
}
