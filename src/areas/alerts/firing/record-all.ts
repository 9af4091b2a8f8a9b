import type { Transaction } from '#stores/postgres/types.ts';
import { sendDrafts, type TellContext } from './notices/send-drafts.ts';
import { recordFired, type Found, type Recorded } from './record-fired.ts';
import type { TellingRule } from './telling-rule.ts';

export interface FoundOfRule extends Found {
  readonly rule: TellingRule;
}

/**
 * Writes and says what was found of several rules at one time.
 * @param roundKey makes the id of the line that holds what is more than a channel gets at once
 */
export async function recordAll(
  ctx: TellContext,
  tx: Transaction,
  found: readonly FoundOfRule[],
  roundKey: string,
): Promise<Omit<Recorded, 'drafts'>> {
  const recorded: (Recorded & { readonly rule: TellingRule })[] = [];
  // By their ids: another one that writes of the same rules waits and does not hold one of them.
  for (const { rule, ...one } of found.toSorted((some, other) => (some.rule.id < other.rule.id ? -1 : 1)))
    recorded.push({ ...(await recordFired(ctx, tx, rule, one)), rule });
  await sendDrafts(
    ctx,
    tx,
    recorded.flatMap(({ drafts }) => [...drafts]),
    roundKey,
  );
  announce(ctx, tx, recorded);
  return { opened: recorded.reduce((sum, { opened }) => sum + opened, 0), changed: recorded.flatMap(({ changed }) => [...changed]) };
}

function announce({ live }: TellContext, tx: Transaction, recorded: readonly (Recorded & { readonly rule: TellingRule })[]): void {
  tx.afterCommit(() => {
    for (const { rule, changed } of recorded) {
      if (changed.length === 0) continue;
      const { id, organizationId, projectId } = rule;
      live.publish('alerts', { rule_id: id, project_id: projectId, organization_id: organizationId, alerts: changed.length });
      if (projectId !== null) live.publish('project', { project_id: projectId, change: 'alerts', rule_id: id });
    }
  });
}
