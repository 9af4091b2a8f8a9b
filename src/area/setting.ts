import type { z } from 'zod';
import type { Postgres, Sql } from '#stores/postgres/types.ts';

/** Something that operators read and set at `/api/admin/config`, under the setting's name. */
export interface Setting {
  readonly name: string;
  /** What it is. */
  readonly value: z.ZodType;
  /** What a change may say; the same as the value unless given. */
  readonly change?: z.ZodType;
  read(sql: Postgres): Promise<unknown>;
  /** In the transaction of all that one call sets. Holds in every process. */
  update(sql: Sql, change: never): Promise<unknown>;
}

/** Keeps value, change and their verbs of one type. */
export function defineSetting<Value extends z.ZodType, Change extends z.ZodType = Value>(setting: {
  readonly name: string;
  readonly value: Value;
  readonly change?: Change;
  readonly read: (sql: Postgres) => Promise<z.input<Value>>;
  readonly update: (sql: Sql, change: z.output<Change>) => Promise<unknown>;
}): Setting {
  return setting as unknown as Setting;
}
