import { Button } from '@mantine/core';
import { useState } from 'react';
import { getProjectsByProjectIdOverview } from '#client';
import { useProjectId, useToday } from '#app/project.ts';
import { useNow, useSession } from '#app/session.tsx';
import { useFilters, type Filters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatAge, formatDay } from '#data/format.ts';
import { joinSentences } from '#data/sentence.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { readMemory, writeMemory } from '#data/memory.ts';
import { isDay, type Day } from '#data/time/days.ts';
import { ShareButton } from '../shares/share-button.tsx';
import { Blocks } from './blocks.tsx';
import type { Overview } from './figures.ts';
import { findChangesSince, findFirstUncompared } from './known.ts';
import { sayOverview, sayVisit } from './lead.ts';

/** What changed in a project: since the days before, since a year ago, or since the last visit. */
export function View() {
  const projectId = useProjectId();
  return <ProjectOverview key={projectId} projectId={projectId} />;
}

function toQuery({ from, to, values }: Filters) {
  const { compare, device, location } = values;
  return { from, to, ...(compare && { compare }), ...(device && { device }), ...(location && { location_code: location }) };
}

function ProjectOverview({ projectId }: { readonly projectId: string }) {
  const filters = useFilters();
  const now = useNow();
  const { rights } = useSession();
  const today = useToday();
  const seen = useLastVisit(projectId, today);
  const overview = useOverview(projectId, filters);
  const { data } = overview;
  const sinceVisit = useSinceVisit(projectId, seen);
  return (
    <>
      <PageHeader
        title={data?.name ?? 'Overview'}
        lead={data && joinSentences([sinceVisit, sayOverview(data)])}
        description={data && describe(data, now())}
        actions={
          <>
            {seen && (
              <Button
                size="xs"
                variant="default"
                onClick={() => filters.setFilters({ from: seen, to: today, range: undefined, compare: 'none' as const })}
              >
                Since your last visit, {formatDay(seen)}
              </Button>
            )}
            {rights.has('edit') && <ShareButton projectId={projectId} />}
          </>
        }
      />
      <Answered answer={overview} height={480}>
        {(shown) => (shown.outcomes.tracked === 0 ? <NoKeywords projectId={projectId} /> : <Blocks overview={shown} />)}
      </Answered>
    </>
  );
}

/** Sentence on the moves since the last visit, whatever the filters are. */
function useSinceVisit(projectId: string, seen: Day | undefined): string | undefined {
  const query = { compare: 'none', ...(seen && { from: seen }) } as const;
  const { data } = useAnswer(getProjectsByProjectIdOverview, { path: { project_id: projectId }, query }, { isWanted: seen !== undefined });
  return data && data.outcomes.tracked > 0 ? sayVisit(data) : undefined;
}

/** Where nothing is known of the days before, the first known day of the period is what there is to compare with. */
function useOverview(projectId: string, filters: Filters) {
  const path = { project_id: projectId };
  const query = toQuery(filters);
  const asked = useAnswer(getProjectsByProjectIdOverview, { path, query });
  const first = asked.data && filters.values.compare === undefined ? findFirstUncompared(asked.data) : undefined;
  const within = useAnswer(
    getProjectsByProjectIdOverview,
    { path, query: { ...query, from: first ?? filters.from, compare: 'none' as const } },
    { isWanted: first !== undefined },
  );
  return first === undefined ? asked : within;
}

function describe(overview: Overview, now: Date): string {
  const { last_check_at: last, next_check_at: next } = overview;
  const checks = `Last check ${last ? formatAge(last, now) : 'not yet'}, ${next ? `next ${formatAge(next, now)}` : 'none planned'}`;
  const since = findChangesSince(overview);
  return since === undefined ? checks : `${checks}. Changes are since ${formatDay(since)}, the first known day of the period.`;
}

function NoKeywords({ projectId }: { readonly projectId: string }) {
  return (
    <Empty
      title="No keywords tracked yet"
      action={
        <ButtonLink to="/p/$projectId/add" params={{ projectId }}>
          Add keywords
        </ButtonLink>
      }
    >
      Once they are checked, this page shows what changes from day to day.
    </Empty>
  );
}

/** The day on which this browser showed the project before today, if it did. */
function useLastVisit(projectId: string, today: Day): Day | undefined {
  const [seen] = useState(() => {
    const name = `seen.${projectId}`;
    const [before = '', last = ''] = readMemory(name)?.split(' ') ?? [];
    const isNewDay = last !== today;
    if (isNewDay) writeMemory(name, `${last} ${today}`);
    return isNewDay ? last : before;
  });
  return isDay(seen) && seen < today ? seen : undefined;
}
