import { listNoticeDeliveries } from '#areas/channels/index.ts';
import { findLocationName, getProject, listVisibleProjectIds, type ProjectReader } from '#areas/projects/index.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { requireEventRight } from '../judge/assert-condition.ts';
import { canSeeOwned, listHiddenEvents, seesService } from '../rules/get-rule.ts';
import { ITEMS_MAX } from '../wire/alerts.ts';
import type { Alert, AlertDetails, AlertItem } from './alert.ts';
import {
  alertList,
  findLastRound,
  listAlertsById,
  listItems,
  type AlertFilter,
  type LastRound,
  type StoredAlert,
  type StoredItem,
} from './store/alerts.ts';

export interface ListAlertsInput extends Page, Omit<AlertFilter, 'projectIds' | 'withService' | 'hiddenEvents'> {
  readonly projectId?: string | undefined;
}

export interface ListedAlerts {
  readonly alerts: readonly Alert[];
  readonly total: number;
  /** Null: nothing was judged yet, or no project was named. */
  readonly lastRound: LastRound | null;
}

/** Alerts that the caller sees, the newest first. @throws AppError `Project not found` */
export async function listAlerts(ctx: ProjectReader, input: ListAlertsInput): Promise<ListedAlerts> {
  const { projectId, limit, offset, ...filter } = input;
  if (projectId !== undefined) await getProject(ctx, projectId);
  const scope = {
    projectIds: projectId === undefined ? await listVisibleProjectIds(ctx) : [projectId],
    withService: projectId === undefined && seesService(ctx.caller),
    hiddenEvents: listHiddenEvents(ctx.caller),
  };
  const [{ rows: alerts, total }, lastRound] = await Promise.all([
    alertList.read(ctx.postgres, { ...filter, ...scope }, { limit, offset }),
    projectId === undefined ? undefined : findLastRound(ctx.postgres, projectId),
  ]);
  return { alerts, total, lastRound: lastRound ?? null };
}

/**
 * An alert with what it is about and what became of its messages.
 * @throws AppError `Alert not found`; `Forbidden` for events about money without the right to see it
 */
export async function getAlert(ctx: ProjectReader, alertId: string): Promise<AlertDetails> {
  const alert = await findSeenAlert(ctx, alertId);
  requireEventRight(ctx.caller, { when: { event: alert.event } });
  const [items, deliveries] = await Promise.all([
    listItems(ctx.postgres, alertId, ITEMS_MAX),
    listNoticeDeliveries(ctx.postgres, alert.noticeIds),
  ]);
  const { recheck } = alert.context;
  return {
    alert,
    items: items.map((item) => toItem(alert, item)),
    recheck: recheck === undefined ? null : { checked: recheck.checked, costUsd: recheck.cost_usd, fellBack: recheck.fell_back },
    deliveries,
  };
}

async function findSeenAlert(ctx: ProjectReader, alertId: string): Promise<StoredAlert> {
  const alert = (await listAlertsById(ctx.postgres, [alertId])).get(alertId);
  if (alert === undefined || !canSeeOwned(ctx.caller, alert)) throw notFound('Alert');
  return alert;
}

function toItem({ projectId }: Alert, { was, isNow, page, ...item }: StoredItem): AlertItem {
  const runId = isNow['run_id'];
  return {
    ...item,
    from: was,
    to: isNow,
    url: page,
    runId: typeof runId === 'string' ? runId : null,
    locationName: item.locationCode === null ? null : (findLocationName(item.locationCode) ?? null),
    link: projectId === null || item.keywordId === null ? null : `/console/p/${projectId}/keywords/${item.keywordId}`,
  };
}
