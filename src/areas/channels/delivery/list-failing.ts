import type { Sql } from '#stores/postgres/types.ts';
import { selectFailing, type FailingChannel } from '../store/lookups.ts';

export type { FailingChannel } from '../store/lookups.ts';

const LISTED_MAX = 100;

/** Channels of all organizations that fail now, the longest first, at most 100. */
export async function listFailing(sql: Sql): Promise<FailingChannel[]> {
  return await selectFailing(sql, LISTED_MAX);
}
