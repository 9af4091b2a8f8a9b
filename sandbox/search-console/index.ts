import type { SerpSource } from '../serp/index.ts';
import type { World } from '../world/index.ts';
import { makeFactSource, type FactSource } from './facts.ts';
import { makeConsoleTable, type ConsoleTable } from './state.ts';

/** Google's own counts of the sites of the world. */
export interface SearchConsole {
  readonly table: ConsoleTable;
  readonly facts: FactSource;
  clear(): void;
}

export function makeSearchConsole(world: World, serp: Pick<SerpSource, 'search'>): SearchConsole {
  const table = makeConsoleTable(world);
  const facts = makeFactSource(world, serp);
  return {
    table,
    facts,
    clear() {
      table.clear();
      facts.clear();
    },
  };
}
