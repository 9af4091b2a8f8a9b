import type { RequestContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { countColumns } from '../analytics.ts';
import { listTableShapes, type TableShape } from './store.ts';

export interface Schema {
  readonly postgres: readonly TableShape[];
  /** `undefined`: ClickHouse does not answer. */
  readonly clickhouse: readonly TableShape[] | undefined;
  readonly clickhouseError: string | undefined;
}

/** The tables of both stores with how many columns each has; of PostgreSQL also while ClickHouse is away. */
export async function listSchema({ postgres, clickhouse }: Pick<RequestContext, 'postgres' | 'clickhouse'>): Promise<Schema> {
  const [relational, analytics] = await Promise.all([
    listTableShapes(postgres),
    clickhouse.query(countColumns, {}).then(
      (tables) => ({ tables, error: undefined }),
      (error: unknown) => ({ tables: undefined, error: messageOf(error) }),
    ),
  ]);
  return { postgres: relational, clickhouse: analytics.tables, clickhouseError: analytics.error };
}
