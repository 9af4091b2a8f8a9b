import type { Transaction } from '#stores/postgres/types.ts';
import type { AlertRule } from '../../rule.ts';

/** Closes what a rule has open, and keeps by each of its alerts which event it was about. */
export async function beginAnew(tx: Transaction, { id, when }: Pick<AlertRule, 'id' | 'when'>, now: Date): Promise<void> {
  await tx.query(
    `update alerts set context = jsonb_build_object('event', $2::text) || context,
       state = 'resolved', resolved_at = coalesce(resolved_at, $3)
     where rule_id = $1`,
    [id, when.event, now],
  );
  await tx.query('delete from alert_states where rule_id = $1', [id]);
}
