import { joinAreas, type Area, type JoinedAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { DOUBT_MS, logSpendingLimits, markAbandonedSpends } from '#areas/costs/index.ts';
import { observeQueues } from '#areas/operations/index.ts';
import { ensureAdminKey, ensureOwner, makeCallerParts, type AdminKeyHome } from '#areas/people/index.ts';
import type { Config } from '#config';
import type { AppContext, AppEndpoint } from '#context';
import { makeLiveHub } from '#http/live/index.ts';
import { makeMetrics } from '#http/metrics.ts';
import { makeServer, type Server } from '#http/server.ts';
import { makeClock, type ShiftableClock } from '#kernel/clock.ts';
import type { Logger, LoggerOptions } from '#kernel/logger.ts';
import type { Redact } from '#kernel/telemetry/redact.ts';
import { searchProvider as usualSearchProvider, type CallLimits, type SearchProvider } from '#providers/index.ts';
import { makeWorkflowRuntime, WORKFLOW_TOPICS } from '#workflows/runtime.ts';
import { closeAll, type Closer } from './closers.ts';
import { joinSandbox } from './join-sandbox.ts';
import { openConsole, type WebConsole } from './open-console.ts';
import { openCounters } from './open-stores.ts';
import { openServices } from './open-services.ts';
import type { Stores } from '#stores/types.ts';
import { observeStores, openSpans } from './telemetry/index.ts';

/** From the signal to the last closed store (ARCHITECTURE.md, "Stopping"). */
const STOP_MS_MAX = 20_000;
/** What the last shipment and the connections need of it at the end, at most, while no store answers. */
const STORES_CLOSE_MS = 5_000;
/** Even when running requests took all the time, a step in flight gets this long. */
const WORKFLOWS_STOP_MS_MIN = 3_000;

export interface AppOverrides {
  /** What the service consists of; all areas unless a test says otherwise. */
  readonly areas?: readonly Area[];
  readonly logger?: Logger;
  /** Where log lines go; standard output unless given. */
  readonly logTo?: LoggerOptions['destination'];
  /** Called once when an embedded store is lost for good: nothing works any more, and only a new start helps. */
  readonly onStoreLost?: (error: Error) => void;
  /** Called when it begins to listen: from now on it can be stopped, though the start may go on for a moment. */
  readonly onListening?: (app: Pick<App, 'stop'> & { readonly logger: Logger }) => void;
  /** Waits between the tries of a step, in milliseconds; 5, 10 and 20 s unless a test says otherwise. */
  readonly retryWaitsMs?: readonly number[];
  /** `AppContext.doubtMs`; `DOUBT_MS` unless a test says otherwise. */
  readonly doubtMs?: number;
  /** How often outside services may be called; the limits of the providers unless a test says otherwise. */
  readonly callLimits?: readonly CallLimits[];
  /** Who answers the questions of search data; the vendor of `src/providers/index.ts` unless a test says otherwise. */
  readonly searchProvider?: SearchProvider;
}

export interface App {
  readonly context: AppContext;
  readonly server: Server;
  /** Where the service listens. */
  readonly url: string;
  readonly adminKeyHome: AdminKeyHome;
  /** For the first owner of the console; undefined when there is one, or this process serves no console. */
  readonly setupLink: string | undefined;
  readonly webConsole: WebConsole;
  /** Finishes what runs (at most 20 s) and closes everything, newest first. */
  stop(): Promise<void>;
}

/** The composition root: makes the providers, joins the lists of endpoints and workflows, and listens. */
export async function composeApp(
  givenConfig: Config,
  overrides: AppOverrides & { logger: Logger; redact: Redact },
  { stores, closers }: { stores: Stores; closers: Closer[] },
): Promise<App> {
  const { logger, redact, searchProvider = usualSearchProvider } = overrides;
  const house = joinAreas(overrides.areas ?? areas);
  const clock = makeClock();
  const config = await joinSandbox(givenConfig, clock, { logger, closers, searchProvider });
  const metrics = makeMetrics(config.role);
  closers.push(() => metrics.close(), observeStores(metrics.meter, stores.postgres));
  const spans = await openSpans(config, { redact, logger, closers });
  const counters = await openCounters(config, { postgres: stores.postgres, logger, closers });

  const live = makeLiveHub({ postgres: stores.postgres, clock, logger, topics: [...WORKFLOW_TOPICS, ...house.liveTopics] });
  closers.push(() => live.stop());
  await live.start();
  const services = openServices(config, { ...overrides, searchProvider }, { ...stores, spans, clock, live, closers });
  const runtime = makeWorkflowRuntime<AppContext>({
    postgres: stores.postgres,
    logger,
    live,
    spans,
    ...toPart(config, clock),
    ...(overrides.retryWaitsMs ? { retryWaitsMs: overrides.retryWaitsMs } : {}),
  });
  let ownUrl = config.port === 0 ? undefined : `http://${config.host}:${config.port}`;
  const publicUrl = (): string | undefined => config.publicUrl ?? (isProviderNear(config, searchProvider) ? ownUrl : undefined);
  const context: AppContext = {
    config,
    clock,
    logger,
    ...stores,
    workflows: runtime.workflows,
    deadLetters: runtime.deadLetters,
    ...house.common,
    ...services,
    live,
    publicUrl,
    consoleUrl: () => config.publicUrl ?? ownUrl ?? config.serviceUrl,
    doubtMs: overrides.doubtMs ?? DOUBT_MS,
  };

  // Embedded stores have one process at a time: what is reserved now, a dead one left.
  if (config.databaseUrl === undefined) await markAbandonedSpends(stores.postgres);
  const adminKeyHome = await ensureAdminKey({ postgres: stores.postgres, config, logger });
  await runtime.start({ ...house, context, list: house.workflows, schedules: config.role === 'api' ? [] : house.schedules });
  let stopsAt = 0;
  closers.push(() => runtime.stop(Math.max(WORKFLOWS_STOP_MS_MIN, stopsAt - STORES_CLOSE_MS - clock.realNow())));
  if (config.role !== 'api') for (const keep of house.keepers) closers.push(keep(context));
  stores.outbox.start();

  const { webConsole, shown } = openConsole(context);
  const server = await makeServer({
    context,
    endpoints: endpointsOf(config, house),
    tags: house.tags,
    ...makeCallerParts(context),
    counters,
    metrics,
    spans,
    live,
    ...shown,
  });
  closers.push(() => server.close());
  observeQueues(context);
  const stop = async (): Promise<void> => {
    stopsAt = clock.realNow() + STOP_MS_MAX;
    await closeAll(closers, logger);
  };
  overrides.onListening?.({ stop, logger });
  const url = await server.listen({ port: config.port, host: config.host });
  ownUrl = url;
  const setupLink = config.role === 'worker' ? undefined : await ensureOwner(context);
  await logSpendingLimits(context);
  logger.info({ url, role: config.role, sandbox: config.sandbox !== undefined }, 'ready');
  return { context, server, url, adminKeyHome, setupLink, webConsole, stop };
}

/** A process's part in the work, and the date that its schedules follow. */
function toPart({ role, sandbox }: Config, clock: ShiftableClock) {
  return { role, isWorker: role !== 'api', worldClock: sandbox === undefined ? undefined : clock };
}

/** A provider on this machine, such as the sandbox, reaches us without a public address; a worker takes no deliveries. */
function isProviderNear(config: Config, searchProvider: SearchProvider): boolean {
  const { sandbox, role } = config;
  if (role === 'worker') return false;
  return sandbox !== undefined || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(searchProvider.toBaseUrl(config)).hostname);
}

/** A worker answers only what watches it. */
function endpointsOf(config: Config, { endpoints }: JoinedAreas): readonly AppEndpoint[] {
  if (config.role !== 'worker') return endpoints;
  return endpoints.filter((endpoint) => ['/health', '/metrics'].includes(endpoint.path));
}
