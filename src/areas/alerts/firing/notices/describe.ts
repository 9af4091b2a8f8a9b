import { toKeyword } from '../../judge/groups.ts';
import { findEventKind } from '../../events/index.ts';
import type { Match } from '../../events/event-kind.ts';
import type { Condition } from '../../rule.ts';
import { formatPlural } from '#kernel/text.ts';

type Shown = Readonly<Record<string, unknown>>;

/** What an alert is about; what was stored of a match is as good as the match. */
export type ShownItem = Pick<Match, 'subject' | 'day' | 'at' | 'from' | 'to' | 'size'>;

interface Said {
  readonly condition: Condition;
  readonly items: readonly ShownItem[];
  readonly isWholeProject?: boolean;
  /** They join what was said before. */
  readonly isMore?: boolean;
}

/** One line that says the result: "2 keywords left the top 10". */
export function toTitle({ condition, items, isWholeProject = false, isMore = false }: Said): string {
  const what = describeEvent(condition);
  const [first] = items;
  const isMovement = findEventKind(condition.when.event)?.family === 'movement';
  const count = isMovement ? new Set(items.map((item) => toKeyword(item as Match))).size : items.length;
  const more = isMore ? ' more' : '';
  if (isWholeProject) return `${formatPlural(count, 'keyword')} ${what}: probably the engine, or what was read`;
  if (isMovement) return count > 1 ? `${count}${more} keywords ${what}` : `"${first?.subject.label ?? ''}" ${what}`;
  const others = items.length > 1 ? ` and ${items.length - 1} more` : '';
  return `${first?.subject.label ?? ''}${others}: ${what}`;
}

/** The event as a sentence goes on; a threshold of several ranges is left out, because it is longer than the rest. */
function describeEvent({ when }: Condition): string {
  const { event, ...params } = when;
  const kind = findEventKind(event);
  if (kind === undefined) return event;
  const parsed = kind.params.parse(params);
  if (typeof parsed['by'] === 'object' && parsed['by'] !== null) return event.replaceAll('_', ' ');
  return kind.describe(parsed);
}

/** What became of an item: "7 → not found in 100 (at least 94 places)". */
export function describeItem({ from, to, size }: ShownItem): string {
  if (!('position' in to)) return describeFacts(to);
  const places = from === null || size === 0 ? '' : ` (${to['position'] === null ? 'at least ' : ''}${formatPlural(size, 'place')})`;
  const isMove = from !== null && from['position'] !== to['position'];
  const line = from === null ? describePlace(to) : `${describePlace(from)} → ${describePlace(to)}${isMove ? places : ''}`;
  const page = typeof to['page'] === 'string' && from?.['page'] !== to['page'] ? `, ${to['page']}` : '';
  return `${line}${page}`;
}

function describePlace({ position, checked_depth: depth }: Shown): string {
  return typeof position === 'number' ? `${position}` : `not found in ${Number(depth)}`;
}

const FACTS_MAX = 6;

function describeFacts(to: Shown): string {
  return Object.entries(to)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, FACTS_MAX)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value)}`)
    .join(', ');
}
