import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { getProjectsByProjectIdRunsByRunId, type GetProjectsByProjectIdRunsByRunIdResponse, getRankings } from '#client';
import { useParameter, useProjectId, useProject } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { isolate } from '#data/isolate.ts';
import { formatDay } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import type { PositionScale } from '#ui/charts/position-bands.ts';
import { Results, toResultColumns } from './evidence/results.tsx';
import { runSearch } from './evidence/search.ts';
import { CopyRaw, OnThePage, OtherCheck, Provenance } from './evidence/run-parts.tsx';
import { findCheckBefore, toChecks, type Checks } from './evidence/other-checks.ts';
import { Overview } from './evidence/overview.tsx';
import { explainMove, sayPage, type ReadPage, type TwoPages } from './evidence/explain.ts';
import { SideBySide } from './evidence/side-by-side.tsx';
import { addDays } from '#data/time/days.ts';

type Run = GetProjectsByProjectIdRunsByRunIdResponse;

/** What an engine showed for a keyword: the evidence of a check, against the check before. */
export function View() {
  const project_id = useProjectId();
  const run = useAnswer(getProjectsByProjectIdRunsByRunId, { path: { project_id, run_id: useParameter('runId') } });
  return (
    <Answered answer={run} height={520}>
      {(data) => <Evidence data={data} />}
    </Answered>
  );
}

function Evidence({ data }: { readonly data: Run }) {
  const projectId = useProjectId();
  const { rights } = useSession();
  const { search, setSearch } = useScreenSearch(runSearch);
  const { run, results } = data;
  const checks = useChecks(run);
  const chosen =
    run.error !== null || search.with === 'none' ? undefined : (search.with ?? (checks && findCheckBefore(run, checks)?.runId));
  const { other, pages, lead } = useComparison(data, {
    otherId: chosen,
    isChosen: checks !== undefined || chosen !== undefined,
    failedDays: checks?.failedDays ?? [],
  });
  const canWrite = rights.has('edit');
  const columns = useMemo(() => {
    const { checked_at: checkedAt, checked_depth: depth, provider, cost: costUsd } = run;
    return toResultColumns(canWrite ? projectId : undefined, { checkedAt, depth, provider, costUsd });
  }, [canWrite, projectId, run]);
  return (
    <>
      <PageHeader
        title={`${isolate(run.keyword)}, ${formatDay(run.check_date)}`}
        lead={
          lead && (
            <span role="status" aria-label="What happened">
              {lead}
            </span>
          )
        }
        description={<Provenance run={run} projectId={projectId} />}
        actions={
          <>
            <OtherCheck checks={checks} chosen={chosen} onChoose={(next) => setSearch({ with: next ?? 'none' })} />
            {rights.has('operate') && <CopyRaw runId={run.id} />}
          </>
        }
      />
      <Stack>
        {chosen !== undefined && (
          <Answered key={chosen} answer={other} height={420}>
            {() => pages && <SideBySide {...pages} />}
          </Answered>
        )}
        <Title order={2} size="h5">
          Everything on the page of {formatDay(run.check_date)}
        </Title>
        <OnThePage run={run} />
        <Overview overview={data.ai_overview} />
        <Results results={results} columns={columns} />
      </Stack>
    </>
  );
}

interface ComparedWith {
  readonly otherId: string | undefined;
  /** Until then it may be compared with another one. */
  readonly isChosen: boolean;
  /** Days whose every check failed. */
  readonly failedDays: readonly string[];
}

/** The check beside another one of its keyword, and what both say in a sentence: why it moved, or where it stands. */
function useComparison(run: Run, { otherId, isChosen, failedDays }: ComparedWith) {
  const projectId = useProjectId();
  const scale = useProject(projectId).data?.project.position_scale;
  const isWanted = otherId !== undefined;
  const other = useAnswer(getProjectsByProjectIdRunsByRunId, { path: { project_id: projectId, run_id: otherId ?? '' } }, { isWanted });
  const [before, after] =
    isWanted && other.data ? [other.data, run].toSorted((one, two) => one.run.check_ts - two.run.check_ts).map(toReadPage) : [];
  const pages: TwoPages | undefined = scale &&
    before &&
    after && {
      scale,
      before,
      after,
      failedDays: failedDays.filter((day) => day > before.day && day < after.day),
    };
  return {
    other,
    pages,
    lead: pages ? explainMove(pages) : sayAlone(run, isChosen && (!isWanted || other.error !== null) ? scale : undefined),
  };
}

/** Sentence of a check that is compared with no other; undefined while that is not known. */
function sayAlone(run: Run, scale: PositionScale | undefined): string | undefined {
  if (run.run.error !== null) return `This check failed: ${run.run.error}`;
  return scale && sayPage(toReadPage(run), scale);
}

function toReadPage({ run, results }: Run): ReadPage {
  return { day: run.check_date, results, features: run.serp_features, checkedDepth: run.checked_depth };
}

/** One answer of the history holds no more. */
const CHECKS_MAX = 200;
/** Days before a check whose checks are offered: they matter more than those after it. */
const DAYS_BEFORE = 150;

/** The checks of a keyword around one of them; undefined while they are on their way. */
function useChecks(run: Run['run']): Checks | undefined {
  const project_id = useProjectId();
  const { data } = useAnswer(getRankings, {
    query: {
      project_id,
      keyword_id: run.keyword_id,
      platform: run.platform,
      channel: run.channel,
      start_date: addDays(run.check_date, -DAYS_BEFORE),
      relationship: 'MINE' as const,
      limit: CHECKS_MAX,
    },
  });
  return useMemo(() => data && toChecks(run, data.rankings), [run, data]);
}
