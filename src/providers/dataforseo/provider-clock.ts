import type { Clock } from '#kernel/clock.ts';
import type { Logger } from '#kernel/logger.ts';
import { readAheadMs, type HttpHeaders } from '../http-errors.ts';
import { SERVICE } from './errors.ts';

/** An answer takes its time to arrive: less than this is no difference. */
export const NOTICED_FROM_MS = 5_000;
const TOLD_FROM_MS = 30_000;

/** How the provider's clock differs from ours: its record is written by its own. */
export interface ProviderClock {
  /** Learns the time from an answer that has just come. */
  note(headers: HttpHeaders): void;
  /** How far the provider's clock is ahead of ours, in milliseconds; behind it when negative. 0 until the first answer. */
  aheadMs(): number;
}

/** Compares real times. The observed world may have another date, which the sandbox and we share. */
export function makeProviderClock({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }): ProviderClock {
  let aheadMs = 0;
  let isTold = false;
  return {
    aheadMs: () => aheadMs,
    note(headers) {
      const measuredMs = readAheadMs(headers, clock.realNow());
      if (measuredMs === undefined) return;
      aheadMs = Math.abs(measuredMs) < NOTICED_FROM_MS ? 0 : measuredMs;
      const isFar = Math.abs(aheadMs) > TOLD_FROM_MS;
      if (isFar && !isTold)
        logger.error(
          { service: SERVICE, ahead_seconds: Math.round(aheadMs / 1_000) },
          "the provider's clock and this machine's differ: let this machine keep its time by NTP",
        );
      isTold = isFar;
    },
  };
}
