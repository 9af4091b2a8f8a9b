import type { Notice, NoticeEvent } from '#areas/channels/index.ts';
import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import { findEventKind, type EventName } from '../../events/index.ts';
import type { Severity } from '../../rule.ts';
import type { TellingRule } from '../telling-rule.ts';
import { describeItem, type ShownItem } from './describe.ts';

/** What a message shows and carries; the rest is counted. */
const ITEMS_SHOWN_MAX = 100;
const ITEMS_CARRIED_MAX = 300;

/** A message before it is sent. */
export interface Draft {
  readonly notice: Notice;
  readonly channelIds: readonly string[] | null;
  readonly alertIds: readonly string[];
}

/** In what a message is found and named. */
export interface Round {
  /** Makes the id of the message, with rule and group. */
  readonly key: string;
  readonly day: string;
}

interface Told {
  readonly event: NoticeEvent;
  readonly rule: Omit<TellingRule, 'condition'>;
  /** Events of its alerts. */
  readonly events: readonly EventName[];
  readonly projectName: string | null;
  readonly alertId: string;
  readonly group: string;
  readonly severity: Severity;
  readonly title: string;
  /** A further sentence. */
  readonly note?: string | undefined;
  readonly items: readonly ShownItem[];
  readonly itemsTotal: number;
  readonly round: Round;
}

/** Rule, group and round make its id, so that it is sent once. */
export function makeDraft({ consoleUrl }: Pick<AppContext, 'consoleUrl'>, told: Told): Draft {
  const { event, rule, events, projectName, alertId, group, severity, title, note, items, itemsTotal, round } = told;
  const path = toAlertPath(rule.projectId, alertId);
  const toUrl = (to: string): string => new URL(to, consoleUrl()).href;
  const isOver = event === 'alert.resolved';
  const where = projectName === null ? '' : ` in ${projectName}`;
  const notice: Notice = {
    id: hashId('ntc_', [rule.id, group, round.key, ...(isOver ? [alertId] : [])]),
    event,
    organizationId: rule.organizationId,
    projectId: rule.projectId,
    severity,
    title,
    text: [`${round.day}${where}, by the rule "${rule.name}".`, ...(note === undefined ? [] : [note])].join(' '),
    items: items.slice(0, ITEMS_SHOWN_MAX).map((item) => ({
      title: item.subject.label,
      text: describeItem(item),
      path: toItemPath(rule.projectId, item) ?? path,
    })),
    itemsTotal,
    path,
    body: {
      rule: { id: rule.id, name: rule.name },
      events: [...new Set(events)],
      project: rule.projectId === null ? null : { id: rule.projectId, name: projectName },
      alert: { id: alertId, group },
      round: { id: round.key, day: round.day },
      items: items.slice(0, ITEMS_CARRIED_MAX).map((item) => toBodyItem(item, toUrl(toItemPath(rule.projectId, item) ?? path))),
    },
  };
  return { notice, channelIds: rule.channelIds, alertIds: [alertId] };
}

/**
 * True of a message with an alert about money, which only those may see who see costs. Messages of releases before they named their
 * `events` count as such. @param body of the message
 */
export function isAboutMoney(body: Readonly<Record<string, unknown>>): boolean {
  if (!('alert' in body)) return false;
  const { events } = body as { readonly events?: readonly string[] };
  return events === undefined || events.some((event) => findEventKind(event)?.needs === 'see_costs');
}

/** Where the console shows an alert. */
export function toAlertPath(projectId: string | null, alertId: string): string {
  return projectId === null ? '/console/inbox' : `/console/p/${projectId}/alerts/${alertId}`;
}

/** Where the console shows what an item is about. */
function toItemPath(projectId: string | null, { subject, to }: ShownItem): string | undefined {
  if (projectId === null) return undefined;
  if (subject.keywordId !== undefined) return `/console/p/${projectId}/keywords/${subject.keywordId}`;
  return typeof to['prompt_id'] === 'string' ? `/console/p/${projectId}/answers/prompts/${to['prompt_id']}` : undefined;
}

function toBodyItem({ subject, from, to, day }: ShownItem, link: string): Record<string, unknown> {
  const { page: _before, ...before } = from ?? {};
  const { page = null, run_id: runId = null, ...now } = to;
  return {
    keyword: subject.label,
    device: subject.device ?? null,
    location: subject.locationCode ?? null,
    day,
    from: from === null ? null : before,
    to: now,
    url: page,
    run_id: runId,
    link,
  };
}
