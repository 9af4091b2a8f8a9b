import type { RequestContext } from '#context';
import { nameOf, type Caller } from '#http/caller.ts';
import { requireRight } from '#http/rights.ts';
import { notFound } from '#kernel/errors.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import { requireEventRight } from '../judge/assert-condition.ts';
import { canSeeOwned, listHiddenEvents } from '../rules/get-rule.ts';
import type { Alert } from './alert.ts';
import { acknowledge, listAlertsById } from './store/alerts.ts';

type Acknowledger = ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'live'>;

/** Why one of many was left as it was. */
export type LeftReason = 'not_found' | 'acknowledged';

export interface AcknowledgedMany {
  /** Those that were not acknowledged before. */
  readonly acknowledged: number;
  readonly leftOut: readonly { readonly id: string; readonly reason: LeftReason }[];
}

/**
 * Notes who has seen an alert, and what they found out. One that was acknowledged stays as it is.
 * @throws AppError `Alert not found`, `Forbidden`
 */
export async function acknowledgeAlert(ctx: Acknowledger, alertId: string, note: string | null): Promise<Alert> {
  const alert = (await listAlertsById(ctx.postgres, [alertId])).get(alertId);
  if (alert === undefined || !canSeeOwned(ctx.caller, alert)) throw notFound('Alert');
  requireEventRight(ctx.caller, { when: { event: alert.event } });
  requireAcknowledge(ctx.caller, alert);
  await noteAll(ctx, [alert], note);
  return (await listAlertsById(ctx.postgres, [alertId])).get(alertId) ?? alert;
}

/**
 * The same for many: what cannot be is named and keeps none of the others from it.
 * @throws AppError `Alert not found` when the caller sees none of them, `Forbidden`
 */
export async function acknowledgeMany(ctx: Acknowledger, ids: readonly string[], note: string | null): Promise<AcknowledgedMany> {
  const known = await listAlertsById(ctx.postgres, ids);
  const hidden = new Set(listHiddenEvents(ctx.caller));
  const wanted = [...new Set(ids)];
  const seen = wanted.flatMap((id) => {
    const alert = known.get(id);
    return alert !== undefined && canSeeOwned(ctx.caller, alert) && !hidden.has(alert.event) ? [alert] : [];
  });
  if (seen.length === 0) throw notFound('Alert');
  for (const alert of seen) requireAcknowledge(ctx.caller, alert);
  const noted = new Set(await noteAll(ctx, seen, note));
  const seenIds = new Set(seen.map(({ id }) => id));
  const leftOut = wanted.filter((id) => !noted.has(id));
  return {
    acknowledged: noted.size,
    leftOut: leftOut.map((id) => ({ id, reason: seenIds.has(id) ? 'acknowledged' : 'not_found' })),
  };
}

async function noteAll({ postgres, clock, caller, live }: Acknowledger, alerts: readonly Alert[], note: string | null): Promise<string[]> {
  const ids = alerts.map(({ id }) => id);
  const noted = await acknowledge(postgres, { ids, at: clock.now(), by: nameOf(caller), note });
  for (const projectId of new Set(alerts.flatMap((alert) => alert.projectId ?? [])))
    live.publish('project', { project_id: projectId, change: 'alerts' });
  return noted;
}

/** Alerts of the service are for operators. */
function requireAcknowledge(caller: Caller, { projectId }: Alert): void {
  requireRight(caller, projectId === null ? 'operate' : 'annotate');
}
