import { makeIdentityTable, type IdentityTable } from '../identity/table.ts';
import { makeBucketTable, type BucketTable } from '../buckets/table.ts';
import { makeReceiverBoard, type ReceiverBoard } from '../receivers/board.ts';
import { makeSearchConsole, type SearchConsole } from '../search-console/index.ts';
import type { SerpSource } from '../serp/index.ts';
import type { World } from '../world/index.ts';
import { makeEntityTable, type EntityTable } from './table.ts';

export interface Tables {
  readonly entities: EntityTable;
  readonly identities: IdentityTable;
  readonly receivers: ReceiverBoard;
  readonly searchConsole: SearchConsole;
  readonly buckets: BucketTable;
}

/**
 * What outside services hold whose content is set by tests or by us: the entity store, identity providers, where messages are posted,
 * Search Console, and buckets.
 */
export function makeTables(world: World, serp: SerpSource): Tables {
  return {
    entities: makeEntityTable(),
    identities: makeIdentityTable(),
    receivers: makeReceiverBoard(),
    searchConsole: makeSearchConsole(world, serp),
    buckets: makeBucketTable(),
  };
}
