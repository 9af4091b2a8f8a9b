import { useMemo } from 'react';
import { getRankingsGrid } from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { readKeywords, type Keywords } from '../table/keywords.ts';
import { isGroup, type HeatRow } from './orders.ts';
import type { HeatGroup, HeatSort } from './search.ts';

const NONE: readonly (string | null)[] = [];

/** What each row has in common with others: its newest page, or the first of its tags. Empty for other orders. */
export function useGroups(rows: readonly HeatRow[], sort: HeatSort): readonly (string | null)[] {
  const projectId = useProjectId();
  const { from, to } = useFilters();
  const group = isGroup(sort) ? sort : undefined;
  const query = { compare: 'check' as const, project_id: projectId, from, to };
  const { data } = useAnswer(getRankingsGrid, { query }, { isWanted: group !== undefined });
  return useMemo(() => (group && data ? toGroups(rows, readKeywords(data), group) : NONE), [rows, data, group]);
}

function toGroups(rows: readonly HeatRow[], keywords: Keywords, group: HeatGroup): (string | null)[] {
  const { count, columns, textOf, tags } = keywords;
  const groupOf: Readonly<Record<HeatGroup, (row: number) => string | null>> = {
    page: (row) => textOf('page', row),
    tag: (row) => tags[columns.tags[row]?.[0] ?? -1]?.name ?? null,
  };
  const known = new Map<string, string | null>();
  for (let row = 0; row < count; row += 1)
    known.set(toKey(columns.keyword_id[row], textOf('engine', row), textOf('channel', row)), groupOf[group](row));
  return rows.map(({ keywordId, engine, channel }) => known.get(toKey(keywordId, engine, channel)) ?? null);
}

function toKey(...parts: readonly (string | null | undefined)[]): string {
  return parts.join(' ');
}
