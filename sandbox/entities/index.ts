import { makeIdentityTable, type IdentityTable } from '../identity/table.ts';
import { makeEntityTable, type EntityTable } from './table.ts';

/** What outside services hold whose content is set by tests or by us: the entity store and the identity providers. */
export function makeTables(): { readonly entities: EntityTable; readonly identities: IdentityTable } {
  return { entities: makeEntityTable(), identities: makeIdentityTable() };
}
