import type { Redis } from 'ioredis';
import type { Pool } from 'pg';

/** Where requests are counted: memory for one process, PostgreSQL for several, or Redis with PostgreSQL for the time that it is away. */
export type CounterStore =
  | { readonly kind: 'memory' }
  | { readonly kind: 'redis'; readonly client: Redis; readonly pool: Pool }
  | { readonly kind: 'postgres'; readonly pool: Pool };

/** At most `limit` slots in any span of `windowMs`, over all processes that count under the key. */
export interface CountedWindow {
  readonly key: string;
  readonly limit: number;
  /** The limit for every process while one of them is held up; the same unless given. */
  readonly heldUpLimit?: number | undefined;
  readonly windowMs: number;
}

export interface TakenSlots {
  readonly granted: number;
  /** Until a window that is full now has room again; 0 when none is full. */
  readonly waitMs: number;
}

/** Takes up to `wanted` slots at once, each in all of the windows. A caller that is held up says so. */
export type TakeSlots = (windows: readonly CountedWindow[], wanted: number, isHeldUp?: boolean) => Promise<TakenSlots>;
