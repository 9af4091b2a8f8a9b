import { findEventKind } from '../events/index.ts';
import type { WhereFilters } from '../events/where.ts';
import type { Condition } from '../rule.ts';

/** What a rule says, as a sentence: "Tell me when a keyword left the top 10, at once". */
export function describeRule(condition: Condition): string {
  const { when, minVolume, minKeywords, confirm } = condition;
  const { event, ...params } = when;
  const kind = findEventKind(event);
  const what = kind?.describe(kind.params.parse(params)) ?? event;
  const who = kind?.family === 'movement' ? `${minKeywords > 1 ? `${minKeywords} keywords or more` : 'a keyword'} ${what}` : what;
  const parts = [
    who,
    ...describeWhere(condition),
    ...(minVolume === null ? [] : [`with ${minVolume} searches a month or more`]),
    ...CONFIRMED[confirm],
  ];
  return `Tell me when ${parts.join(', ')}.`;
}

const CONFIRMED = { none: [], next: ['once the next check agrees'], recheck: ['once a second check agrees'] } as const;

function describeWhere({ where }: Condition): string[] {
  const { device, engine, channel, position, volume, starred, q, tag, location_code: place, asset_id: asset } = where as WhereFilters;
  return [
    ...(device === undefined ? [] : [`on ${device}`]),
    ...(engine === undefined && channel === undefined ? [] : [`in ${[engine, channel].filter(Boolean).join(' ')}`]),
    ...(place === undefined ? [] : ['in one place']),
    ...(position === undefined ? [] : [`from position ${position.min ?? 1} to ${position.max ?? 'the last'}`]),
    ...(volume === undefined ? [] : [`with ${volume.min ?? 0} to ${volume.max ?? 'any number of'} searches a month`]),
    ...(starred === undefined ? [] : [starred ? 'starred' : 'not starred']),
    ...(q === undefined ? [] : [`with "${q}" in it`]),
    ...(tag === undefined ? [] : ['with the tag']),
    ...(asset === undefined ? [] : ['for one site']),
  ];
}
