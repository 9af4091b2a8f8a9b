import type { Live } from '#kernel/live.ts';
import { toUsd } from '#kernel/money.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { LedgerRow } from '../store/ledger.ts';

declare module '#kernel/live.ts' {
  interface LiveTopics {
    cost: true;
  }
}

/** A row of the ledger, and what it adds to the sum of all: less than nothing when it was corrected downwards. */
export type BookedRow = LedgerRow & { readonly addedMicros: number };

/** Publishes booked costs as live events, after the transaction commits. */
export function publishCosts(tx: Transaction, live: Live, rows: readonly BookedRow[]): void {
  if (rows.length === 0 || !(live.isWanted('cost') || live.isWanted('project'))) return;
  tx.afterCommit(() => {
    for (const row of rows) live.publish('cost', toEvent(row));
    for (const [projectId, own] of Map.groupBy(rows, (row) => row.projectId)) {
      if (projectId !== null) live.publish('project', toProjectEvent(projectId, own));
    }
  });
}

/** To the people of the project: what was added together, and what it was for where that is one run. */
function toProjectEvent(projectId: string, rows: readonly BookedRow[]) {
  const runIds = new Set(rows.map(({ runId }) => runId));
  return {
    project_id: projectId,
    change: 'costs',
    cost_usd: toUsd(rows.reduce((sum, { addedMicros }) => sum + addedMicros, 0)),
    run_id: runIds.size === 1 ? [...runIds][0] : undefined,
  };
}

function toEvent(row: BookedRow) {
  return {
    cost_id: row.id,
    project_id: row.projectId,
    service: row.service,
    endpoint: row.endpoint,
    cost_usd: toUsd(row.addedMicros),
    run_id: row.runId,
    source: row.source,
    workflow_type: row.workflowType,
    success: row.success,
    is_confirmed: row.isConfirmed,
  };
}
