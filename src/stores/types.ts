import type { Blobs } from './blobs/types.ts';
import type { Cache } from './cache/types.ts';
import type { ClickHouse } from './clickhouse/types.ts';
import type { Outbox } from './outbox-types.ts';
import type { Postgres } from './postgres/types.ts';
import type { Secrets } from './secrets/types.ts';

/** The stores of the service. */
export interface Stores {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly outbox: Outbox;
  readonly cache: Cache;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
}
