import type { Match } from '../events/event-kind.ts';
import { SEVERITIES, type Grouping, type Severity } from '../rule.ts';
import type { Round } from './judge-rounds.ts';

/** Messages of a round at most: of more groups the last is "the rest". */
const GROUPS_MAX = 20;
/** Half of the checked keywords is no sign when these are few. */
const WHOLE_PROJECT_CHECKS_MIN = 10;
const WHOLE_PROJECT_SHARE = 0.5;

/** Whether half of the checked keywords moved the same way: it is probably the engine, or what was read. */
export function isWhole(news: readonly Match[], { checks }: Round): boolean {
  if (checks < WHOLE_PROJECT_CHECKS_MIN) return false;
  return (['down', 'up'] as const).some(
    (way) => new Set(news.filter(({ direction }) => direction === way).map(toKeyword)).size >= checks * WHOLE_PROJECT_SHARE,
  );
}

/** Matches by what is said as one alert. */
export function toGroups(news: readonly Match[], groupBy: Grouping): ReadonlyMap<string, readonly Match[]> {
  const groups = [...Map.groupBy(news, (match) => toGroup(match, groupBy))].toSorted(
    ([one, some], [other, others]) => others.length - some.length || (one < other ? -1 : 1),
  );
  if (groups.length <= GROUPS_MAX) return new Map(groups);
  const rest = groups.slice(GROUPS_MAX - 1).flatMap(([, items]) => items);
  return new Map([...groups.slice(0, GROUPS_MAX - 1), ['rest', rest]]);
}

const NO_GROUP = 'none';

function toGroup({ subject, page }: Match, groupBy: Grouping): string {
  const groups: Readonly<Record<Grouping, () => string | null | undefined>> = {
    rule: () => 'rule',
    tag: () => subject.tags?.toSorted()[0],
    page: () => page,
    asset: () => subject.assetId,
    location: () => (subject.locationCode === undefined ? undefined : String(subject.locationCode)),
    device: () => subject.device,
    none: () => subject.key,
  };
  return groups[groupBy]() ?? NO_GROUP;
}

/** The next worse one. */
export function raise(severity: Severity): Severity {
  return SEVERITIES[SEVERITIES.indexOf(severity) + 1] ?? severity;
}

/** A keyword is one device and place; sites of one keyword are one keyword. */
export function toKeyword({ subject }: Match): string {
  return subject.keywordId ?? subject.key;
}
