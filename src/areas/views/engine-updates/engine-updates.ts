import type { Engine } from '#providers/search-data/index.ts';

export const UPDATE_KINDS = ['core', 'spam'] as const;

/** A change of how an engine ranks, which the engine itself announced. */
export interface EngineUpdate {
  readonly engine: Engine;
  readonly kind: (typeof UPDATE_KINDS)[number];
  readonly name: string;
  /** `YYYY-MM-DD`, in the time of the engine's own notices: the day it began, and the day it was said to be complete. */
  readonly from: string;
  readonly to: string;
}

/** Where the engine itself publishes them. */
export const UPDATES_SOURCE = 'https://status.search.google.com/products/rGHU1u87FJnkP6W2GwMi/history';
/** The last day that this release knows about. Later updates come with a release, or as annotations of the instance. */
export const UPDATES_KNOWN_UNTIL = '2026-06-30';

/** The announced core and spam updates since 2024, oldest first. */
export const ENGINE_UPDATES: readonly EngineUpdate[] = [
  { engine: 'engine_a', kind: 'core', name: 'March 2024 core update', from: '2024-03-05', to: '2024-04-19' },
  { engine: 'engine_a', kind: 'spam', name: 'March 2024 spam update', from: '2024-03-05', to: '2024-03-20' },
  { engine: 'engine_a', kind: 'spam', name: 'June 2024 spam update', from: '2024-06-20', to: '2024-06-27' },
  { engine: 'engine_a', kind: 'core', name: 'August 2024 core update', from: '2024-08-15', to: '2024-09-03' },
  { engine: 'engine_a', kind: 'core', name: 'November 2024 core update', from: '2024-11-11', to: '2024-12-05' },
  { engine: 'engine_a', kind: 'core', name: 'December 2024 core update', from: '2024-12-12', to: '2024-12-18' },
  { engine: 'engine_a', kind: 'spam', name: 'December 2024 spam update', from: '2024-12-19', to: '2024-12-26' },
  { engine: 'engine_a', kind: 'core', name: 'March 2025 core update', from: '2025-03-13', to: '2025-03-27' },
  { engine: 'engine_a', kind: 'core', name: 'June 2025 core update', from: '2025-06-30', to: '2025-07-17' },
  { engine: 'engine_a', kind: 'spam', name: 'August 2025 spam update', from: '2025-08-26', to: '2025-09-22' },
  { engine: 'engine_a', kind: 'core', name: 'December 2025 core update', from: '2025-12-11', to: '2025-12-29' },
  { engine: 'engine_a', kind: 'spam', name: 'March 2026 spam update', from: '2026-03-24', to: '2026-03-25' },
  { engine: 'engine_a', kind: 'core', name: 'March 2026 core update', from: '2026-03-27', to: '2026-04-08' },
  { engine: 'engine_a', kind: 'core', name: 'May 2026 core update', from: '2026-05-21', to: '2026-06-02' },
  { engine: 'engine_a', kind: 'spam', name: 'June 2026 spam update', from: '2026-06-24', to: '2026-06-26' },
];

/** Updates that share a day with a span. */
export function listEngineUpdates({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): EngineUpdate[] {
  return ENGINE_UPDATES.filter((update) => (from === undefined || update.to >= from) && (to === undefined || update.from <= to));
}
