/**
 * What is sent in `socket`: events at an even rate, each with the moment at which it was due. A sender
 * that is kept busy by sending makes its events late, and that delay counts too.
 */
export interface TimedEvent {
  readonly at: number;
  readonly number: number;
  readonly workflow_id: string;
  readonly workflow_type: string;
  readonly step: string;
  readonly status: string;
}

const TICK_MS = 5;

/** The machine's time with fractions of a millisecond, the same in every process. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Sends until `count` events are out, never more than are due. */
export async function sendEvents(
  { perSecond, count }: { perSecond: number; count: number },
  send: (event: TimedEvent) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const start = performance.now();
  const startedAt = preciseNow();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(count, Math.floor(((performance.now() - start) / 1_000) * perSecond));
    for (; sent < due; sent += 1) {
      send({
        at: startedAt + (sent * 1_000) / perSecond,
        number: sent,
        workflow_id: `wf_01m7yen5vbe6w1mpstwsgek9${sent % 100}`,
        workflow_type: 'serp-check',
        step: 'fetchPage',
        status: 'completed',
      });
    }
    if (sent === count) {
      clearInterval(timer);
      resolve();
    }
  }, TICK_MS);
  await promise;
}
