import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import { NO_SPANS, type Spans } from '#kernel/spans.ts';
import type { CounterStore } from '#stores/counters/types.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeAdmission } from './admission.ts';
import { ARRIVAL_LIMITS, installArrival, type ArrivalLimits } from './arrival.ts';
import { makeKeyRing, type FindKey } from './auth.ts';
import { listAllEndpoints } from './documentation.ts';
import type { Endpoint } from './endpoint.ts';
import { keepIdempotencyKeysPruned } from './idempotency.ts';
import { makeTokens } from './jwt.ts';
import { acceptAnyBytes, installListener, listenerOptions } from './listener.ts';
import type { LiveHub } from './live/index.ts';
import { makeSockets } from './live/socket.ts';
import { makeMetrics, type Metrics } from './metrics.ts';
import { isRaw } from './parse-input.ts';
import { makeRateLimits } from './rate-limit.ts';
import { toRoute, type RouteParts } from './route.ts';
import { readVersion } from '../version.ts';

/** Running requests get this long after the stop was asked for; then their signals abort. */
const GRACE_MS = 10_000;
/** And this long to end after that, before their connections are cut. */
const CUT_MS = 2000;

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
  /** Served, and left out of the document. */
  readonly undocumented?: readonly Endpoint<Context>[];
  readonly findKey: FindKey;
  /** Remembers what administrators do; nothing is remembered without it. */
  readonly audit?: NonNullable<RouteParts<Context>['audit']>;
  /** Made here, and closed with the server, unless other engines count in the same one. */
  readonly metrics?: Metrics;
  /** None unless traces are on. */
  readonly spans?: Spans;
  /** Other limits than the usual ones, for tests. */
  readonly arrival?: Partial<ArrivalLimits>;
  /** Where requests are counted; in memory unless several processes count together. */
  readonly counters?: CounterStore;
  /** What the live socket serves, and what tells of revoked keys; without it the socket's path takes no connections. */
  readonly live?: Pick<LiveHub, 'clients' | 'watchKeys'>;
}

export interface Server {
  /** Begins to listen and returns the address as a URL. */
  listen(at: { readonly port: number; readonly host: string }): Promise<string>;
  /** Stops accepting, lets running requests end within 12 s, and returns when all have. */
  close(): Promise<void>;
  /** Sends a request without a connection: for tests. */
  readonly inject: FastifyInstance['inject'];
}

/** The service's listener from a list of endpoints. */
export async function makeServer<Context extends ServerContext>(options: ServerOptions<Context>): Promise<Server> {
  const { context, findKey, audit, metrics = makeMetrics(), spans = NO_SPANS, counters = { kind: 'memory' }, live } = options;
  const { clock, config, logger, postgres } = context;
  const endpoints = [...withDocumentation(options), ...(options.undocumented ?? [])];
  const tokens = makeTokens({ secret: config.jwtSecret, clock });
  const keys = makeKeyRing({ findKey, clock });
  const admission = makeAdmission({ keys, tokens, limits: makeRateLimits(counters), publicUrl: config.publicUrl });
  const stopping = new AbortController();

  const sockets = makeSockets(endpoints, live !== undefined);
  const limits = { ...ARRIVAL_LIMITS, ...options.arrival };
  const http = { connectionsCheckingInterval: limits.checkMs, shouldUpgradeCallback: sockets.isUpgrade };
  const app = Fastify({ ...listenerOptions(config, limits), http, loggerInstance: logger as FastifyBaseLogger });
  installArrival(app, limits, config.trustedProxies);
  await installListener(app, { endpoints, admission, metrics, spans, corsOrigins: config.corsOrigins });
  const forgetKey = (keyId: string | undefined): void => {
    keys.forget(keyId);
    live?.clients.recheck(keyId);
  };
  live?.watchKeys(forgetKey);
  const parts = { context, sql: postgres, clock, admission, audit, metrics, tokens, forgetKey, stopping: stopping.signal };
  sockets.install(app, { clients: live?.clients, admission, metrics, origins: config });
  const isRawEndpoint = ({ body }: Endpoint<Context>): boolean => body !== undefined && isRaw(body);
  for (const endpoint of endpoints) if (!endpoint.socket && !isRawEndpoint(endpoint)) app.route(toRoute(endpoint, parts));
  await app.register(async (inner) => {
    acceptAnyBytes(inner);
    for (const endpoint of endpoints) if (isRawEndpoint(endpoint)) inner.route(toRoute(endpoint, parts));
  });
  await app.ready();

  const stopPruning = keepIdempotencyKeysPruned(context);
  return {
    listen: (at) => app.listen(at),
    inject: app.inject.bind(app) as FastifyInstance['inject'],
    async close() {
      stopPruning();
      await live?.clients.close();
      await closeListener(app, stopping);
      if (options.metrics === undefined) await metrics.close();
    },
  };
}

/** A worker only answers what watches it, so it shows no documentation. */
function withDocumentation<Context extends ServerContext>(options: ServerOptions<Context>): readonly Endpoint<Context>[] {
  const { context, endpoints, tags = {} } = options;
  return context.config.role === 'worker' ? endpoints : listAllEndpoints(endpoints, { version: readVersion(), tags });
}

async function closeListener(app: FastifyInstance, stopping: AbortController): Promise<void> {
  const abortTimer = setTimeout(() => stopping.abort(), GRACE_MS);
  const cutTimer = setTimeout(() => app.server.closeAllConnections(), GRACE_MS + CUT_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(abortTimer);
    clearTimeout(cutTimer);
  }
}
