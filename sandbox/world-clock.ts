import type { ServerResponse } from 'node:http';
import { makeClock, type Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';

/** The world's date: real time shifted by an offset, and everybody who follows it. */
export interface WorldClock extends Clock {
  /** The provider's own clock, which may be wrong: `now` dates its record, `realNow` the `Date` of its answers. */
  readonly vendor: Clock;
  offsetMs(): number;
  /** How far the provider's clock is ahead of the right time, in milliseconds; behind it when negative. */
  skewMs(): number;
  /** Sets the provider's clock wrong. Followers are not notified. */
  skew(ms: number): void;
  /** Sets the world's date and notifies every follower before it resolves. */
  moveTo(instant: Date): Promise<void>;
  advanceDays(days: number): Promise<void>;
  reset(): Promise<void>;
  /** Keeps the connection open and writes a line at once and at every change. */
  follow(response: ServerResponse): void;
}

/** A follower that does not read is not waited for longer. */
const TELL_MS_MAX = 1_000;

export function makeWorldClock(): WorldClock {
  const clock = makeClock();
  const followers = new Set<ServerResponse>();
  let offsetMs = 0;
  let skewMs = 0;

  const line = (): string => `${JSON.stringify({ offset_ms: offsetMs })}\n`;

  const shift = async (next: number): Promise<void> => {
    offsetMs = next;
    clock.shift(next);
    await Promise.all([...followers].map((response) => notify(response, line())));
  };

  return {
    now: () => clock.now(),
    realNow: () => clock.realNow(),
    vendor: { now: () => new Date(clock.now().getTime() + skewMs), realNow: () => clock.realNow() + skewMs },
    offsetMs: () => offsetMs,
    skewMs: () => skewMs,
    skew: (ms) => {
      skewMs = ms;
    },
    moveTo: (instant) => shift(instant.getTime() - clock.realNow()),
    advanceDays: (days) => shift(offsetMs + days * DAY_MS),
    reset: () => {
      skewMs = 0;
      return shift(0);
    },
    follow(response) {
      followers.add(response);
      response.on('close', () => followers.delete(response));
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store', 'x-sandbox': '1' });
      response.write(line());
    },
  };
}

function notify(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, TELL_MS_MAX);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    response.once('close', done);
    response.write(text, () => {
      response.off('close', done);
      done();
    });
  });
}
