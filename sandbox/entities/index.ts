import { makeIdentityTable, type IdentityTable } from '../identity/table.ts';
import { makeReceiverBoard, type ReceiverBoard } from '../receivers/board.ts';
import { makeEntityTable, type EntityTable } from './table.ts';

export interface Tables {
  readonly entities: EntityTable;
  readonly identities: IdentityTable;
  readonly receivers: ReceiverBoard;
}

/** What outside services hold whose content is set by tests or by us: the entity store, identity providers, and where messages are posted. */
export function makeTables(): Tables {
  return { entities: makeEntityTable(), identities: makeIdentityTable(), receivers: makeReceiverBoard() };
}
