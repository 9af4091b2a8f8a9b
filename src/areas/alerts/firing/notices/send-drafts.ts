import { notify, type Notice } from '#areas/channels/index.ts';
import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import { formatPlural } from '#kernel/text.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { SEVERITIES } from '../../rule.ts';
import { noteTold } from '../store/told.ts';
import { toAlertPath, type Draft } from './make-notice.ts';

/** Messages of a round that a channel gets at most. */
const MESSAGES_MAX = 20;

export type TellContext = Pick<AppContext, 'clock' | 'workflows' | 'live' | 'consoleUrl'>;

/**
 * Sends what a round says, the worst first: of more than 20 messages the last is one line for the rest, to each set of channels that
 * rules name.
 * @param roundKey makes the id of that line
 */
export async function sendDrafts(ctx: TellContext, tx: Transaction, drafts: readonly Draft[], roundKey: string): Promise<void> {
  const now = ctx.clock.now();
  for (const { notice, channelIds, alertIds } of cutToMax(drafts, roundKey)) {
    await notify(ctx, tx, notice, channelIds);
    await noteTold(tx, { alertIds, noticeId: notice.id, now });
  }
}

function cutToMax(drafts: readonly Draft[], roundKey: string): Draft[] {
  const sorted = drafts.toSorted((one, other) => toRank(other) - toRank(one));
  if (sorted.length <= MESSAGES_MAX) return sorted;
  const toChannels = ({ channelIds }: Draft): string => JSON.stringify(channelIds?.toSorted() ?? null);
  const kept = Math.max(0, MESSAGES_MAX - new Set(sorted.map(toChannels)).size);
  const rest = Map.groupBy(sorted.slice(kept), toChannels);
  return [...sorted.slice(0, kept), ...[...rest].map(([channels, some]) => joinRest(some, [roundKey, channels]))];
}

/** The worst first; what is over after what is not. */
function toRank({ notice: { event, severity, itemsTotal } }: Draft): number {
  const rank = SEVERITIES.indexOf(severity) + (event === 'alert.resolved' ? 0 : SEVERITIES.length);
  return rank + Math.min(itemsTotal, ITEMS_RANKED_MAX) / (ITEMS_RANKED_MAX + 1);
}

const ITEMS_RANKED_MAX = 1_000_000;

function joinRest(drafts: readonly Draft[], parts: readonly string[]): Draft {
  const [worst] = drafts as [Draft];
  const { organizationId, projectId, severity, event, text } = worst.notice;
  const items = drafts.map(({ notice }) => ({ title: notice.title, text: notice.text, path: notice.path }));
  const title = `${formatPlural(drafts.length, 'more alert')}: ${items[0]?.title ?? ''}${drafts.length > 1 ? ' and others' : ''}`;
  const path = projectId === null ? toAlertPath(null, '') : `/console/p/${projectId}/alerts`;
  const notice: Notice = {
    id: hashId('ntc_', ['rest', ...parts]),
    event,
    organizationId,
    projectId,
    severity,
    title,
    text,
    items,
    itemsTotal: items.length,
    path,
    body: {
      ...worst.notice.body,
      rule: null,
      alert: null,
      items: items.map(({ title: name, text: what }) => ({ title: name, text: what })),
    },
  };
  return { notice, channelIds: worst.channelIds, alertIds: drafts.flatMap(({ alertIds }) => [...alertIds]) };
}
