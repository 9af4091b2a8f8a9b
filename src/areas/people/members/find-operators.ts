import type { Sql } from '#stores/postgres/types.ts';
import { selectOperatorAddresses } from './store/operators.ts';

/** Those of these addresses that belong to operators, in lower case. */
export async function findOperatorAddresses(sql: Sql, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await selectOperatorAddresses(sql, addresses));
}
