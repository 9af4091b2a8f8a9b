import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';

/** Spans that are counted together; a run has no end. In UTC. */
export const PERIODS = ['run', 'hour', 'day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** The first moment of the period that an instant lies in. */
export function startOf(period: Period, at: Date): Date {
  switch (period) {
    case 'run':
      return new Date(0);
    case 'hour':
      return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    case 'day':
      return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
    case 'month':
      return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  }
}

/** The first moment of the next period; `undefined` for a run. */
export function endOf(period: Period, at: Date): Date | undefined {
  switch (period) {
    case 'run':
      return undefined;
    case 'hour':
      return new Date(startOf('hour', at).getTime() + HOUR_MS);
    case 'day':
      return new Date(startOf('day', at).getTime() + DAY_MS);
    case 'month':
      return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  }
}
