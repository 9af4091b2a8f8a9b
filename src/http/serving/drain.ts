import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#kernel/errors.ts';

export interface DrainLimits {
  /** How long requests are still taken after `/health` says that the process stops; what hands requests on looks that often. */
  readonly noticeMs: number;
  /** When no request has come for so long, no more are on their way. */
  readonly quietMs: number;
  /** For so long requests may keep coming. */
  readonly quietMsMax: number;
  /** Running requests get this long; then they are answered 503. */
  readonly graceMs: number;
  /** Clients get this long to read that, before their connections are cut. */
  readonly cutMs: number;
}

export const DRAIN_LIMITS: DrainLimits = { noticeMs: 0, quietMs: 50, quietMsMax: 1_000, graceMs: 9_000, cutMs: 2_000 };

const RETRY_AFTER_MS = 5_000;

/**
 * The orderly end of a listener. It says that it stops and still answers, closes each connection with its answer, and listens no longer
 * when no requests come any more: one that has reached this process gets its answer.
 */
export interface Drain {
  /** From the first moment of the stop. */
  readonly isStopping: boolean;
  /** Aborts when running requests have had their time. */
  readonly signal: AbortSignal;
  watch(server: Server): void;
  /** What `work` gives. @throws AppError `unavailable` when the time of running requests is over before; the work goes on */
  answer<Result>(work: Promise<Result>): Promise<Result>;
  /** @param close stops accepting, closes idle connections, and resolves when the last connection has ended */
  end(close: () => Promise<void>): Promise<void>;
}

export function makeDrain(limits: DrainLimits): Drain {
  const over = new AbortController();
  const unanswered = new Set<(error: AppError) => void>();
  const responses = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let requests = 0;
  let isStopping = false;

  const awaitQuiet = async (): Promise<void> => {
    const end = performance.now() + limits.quietMsMax;
    for (let seen = -1; sockets.size > 0 && seen !== requests && performance.now() < end;) {
      seen = requests;
      await sleep(limits.quietMs);
    }
  };
  /** Clients open connections in advance; those that were never used are not waited for. */
  const endUnused = (): void => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  const endGrace = (): void => {
    over.abort();
    for (const refuse of unanswered) refuse(makeRefusal());
  };
  return {
    get isStopping() {
      return isStopping;
    },
    signal: over.signal,
    watch(given) {
      server = given;
      server.prependListener('request', (_request, response: ServerResponse) => {
        requests += 1;
        responses.add(response);
        response.once('close', () => responses.delete(response));
        if (isStopping) response.setHeader('connection', 'close');
      });
      server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
    },
    answer: (work) =>
      new Promise((resolve, reject) => {
        unanswered.add(reject);
        void work.then(resolve, reject).finally(() => unanswered.delete(reject));
      }),
    async end(close) {
      isStopping = true;
      for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close');
      if (server?.listening === true && limits.noticeMs > 0) await sleep(limits.noticeMs);
      await awaitQuiet();
      // After the connections that this turn of the event loop has accepted.
      await nextTurn();
      const timers = [
        setTimeout(endUnused, limits.quietMsMax),
        setTimeout(endGrace, limits.graceMs),
        setTimeout(() => server?.closeAllConnections(), limits.graceMs + limits.cutMs),
      ];
      await close().finally(() => timers.forEach(clearTimeout));
    },
  };
}

function makeRefusal(): AppError {
  return new AppError('unavailable', 'Service stopping', {
    message: 'The service stops, and the request took longer than it could wait. What the request began may still happen.',
    hint: 'Try again in a moment, a POST with its Idempotency-Key.',
    retryAfterMs: RETRY_AFTER_MS,
  });
}
