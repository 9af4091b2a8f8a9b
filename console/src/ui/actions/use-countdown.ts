import { useEffect, useState } from 'react';
import { formatDuration } from '#data/time/duration.ts';

const TICK_MS = 1000;

interface Countdown {
  /** When the service wants to be asked again: epoch milliseconds of this browser. */
  readonly until: number;
  /** Needs no press. */
  readonly isByItself: boolean;
}

/** When something can be asked again, and whether that needs a press: a sentence that counts down. */
export function useCountdown({ until, isByItself }: Countdown): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Math.ceil((until - now) / TICK_MS) * TICK_MS;
  const moment = leftMs > 0 ? `in ${formatDuration(leftMs)}` : 'now';
  return isByItself ? `Retrying ${moment}.` : `You can try again ${moment}.`;
}
