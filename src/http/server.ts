import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import { NO_SPANS, type Spans } from '#kernel/telemetry/spans.ts';
import type { CounterStore } from '#stores/counters/types.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { ARRIVAL_LIMITS, installArrival, type ArrivalLimits } from './serving/arrival.ts';
import type { RecordAudit } from './audit.ts';
import type { FindKey } from './auth.ts';
import { listAllEndpoints } from './openapi/documentation.ts';
import { DRAIN_LIMITS, makeDrain } from './serving/drain.ts';
import { isRaw, type Endpoint } from './endpoint.ts';
import { makeEngine, type EngineParts } from './engine.ts';
import { keepIdempotencyKeysPruned } from './idempotency.ts';
import { makeInvoke, type Invoke } from './invoke.ts';
import { acceptAnyBytes, installListener, listenerOptions } from './serving/listener.ts';
import { installConsole, type ConsoleParts } from './serving/console-routes.ts';
import type { LiveHub } from './live/index.ts';
import { makeSockets } from './live/socket.ts';
import { makeMetrics, type Metrics } from './metrics.ts';
import { toRoute } from './serving/route.ts';
import { readVersion } from '../version.ts';

/** What the engine itself needs of the application's context. */
export interface ServerContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly postgres: Postgres;
}

export interface ServerOptions<Context extends ServerContext> {
  readonly context: Context;
  readonly endpoints: readonly Endpoint<Context>[];
  /** A sentence on each area, for the document. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly findKey: FindKey;
  readonly findSession?: EngineParts<Context>['findSession'];
  /** Records what administrators do; nothing is recorded without it. */
  readonly audit?: RecordAudit;
  /** Made here, and closed with the server, unless other engines count in the same one. */
  readonly metrics?: Metrics;
  /** None unless traces are on. */
  readonly spans?: Spans;
  /** Other limits than the usual ones, for tests. */
  readonly arrival?: Partial<ArrivalLimits>;
  /** Where requests are counted; in memory unless several processes count together. */
  readonly counters?: CounterStore;
  /** The live socket's clients, and the watch for revoked keys; without it the socket's path takes no connections. */
  readonly live?: Pick<LiveHub, 'clients' | 'topics' | 'watchKeys'>;
  /** The web console; not served without it. */
  readonly console?: ConsoleParts | undefined;
}

export interface Server {
  /** Begins to listen and returns the address as a URL. */
  listen(at: { readonly port: number; readonly host: string }): Promise<string>;
  /** Stops accepting and resolves when the running requests have ended, which may take 12 s and the notice (`drain.ts`). */
  close(): Promise<void>;
  /** Calls an endpoint inside the process, as if over HTTP. */
  readonly invoke: Invoke;
  /** Sends a request without a connection: for tests. */
  readonly inject: FastifyInstance['inject'];
}

/** The service's listener from a list of endpoints. */
export async function makeServer<Context extends ServerContext>(options: ServerOptions<Context>): Promise<Server> {
  const { context, findKey, findSession, audit, metrics = makeMetrics(), spans = NO_SPANS, counters = { kind: 'memory' }, live } = options;
  const { config, logger } = context;
  const endpoints = withDocumentation(options);
  const drain = makeDrain({ ...DRAIN_LIMITS, noticeMs: config.stopNoticeSeconds * 1_000 });
  const engine = { context, findKey, findSession, audit, counters, metrics, live, drain };
  const { admission, served } = makeEngine(endpoints, engine);

  const sockets = makeSockets(endpoints, live !== undefined);
  const limits = { ...ARRIVAL_LIMITS, ...options.arrival };
  const http = { connectionsCheckingInterval: limits.checkMs, shouldUpgradeCallback: sockets.isUpgrade };
  const app = Fastify({ ...listenerOptions(config, limits), http, loggerInstance: logger as FastifyBaseLogger });
  drain.watch(app.server);
  installArrival(app, limits, config.trustedProxies);
  await installListener(app, {
    endpoints,
    admission,
    metrics,
    spans,
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl,
    hasConsole: options.console !== undefined,
  });
  if (options.console) installConsole(app, options.console);
  sockets.install(app, { live, context, admission, metrics, origins: config });
  const isRawEndpoint = ({ body }: Endpoint<never>): boolean => body !== undefined && isRaw(body);
  for (const [endpoint, one] of served) if (!isRawEndpoint(endpoint)) app.route(toRoute(endpoint, one));
  await app.register(async (inner) => {
    acceptAnyBytes(inner);
    for (const [endpoint, one] of served) if (isRawEndpoint(endpoint)) inner.route(toRoute(endpoint, one));
  });
  await app.ready();

  const stopPruning = keepIdempotencyKeysPruned(context);
  return {
    listen: (at) => app.listen(at),
    invoke: makeInvoke(served, logger),
    inject: app.inject.bind(app) as FastifyInstance['inject'],
    async close() {
      stopPruning();
      await drain.end(async () => {
        await live?.clients.close();
        await app.close();
      });
      if (options.metrics === undefined) await metrics.close();
    },
  };
}

/** A worker only answers what watches it, so it shows no documentation. */
function withDocumentation<Context extends ServerContext>(options: ServerOptions<Context>): readonly Endpoint<Context>[] {
  const { context, endpoints, tags = {} } = options;
  return context.config.role === 'worker' ? endpoints : listAllEndpoints(endpoints, { version: readVersion(), tags });
}
