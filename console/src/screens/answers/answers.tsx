import { Alert, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { getAnswersSeries, type AnswerSummary } from '#client';
import { useProjectId } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { useNotes } from '#data/notes.ts';
import { addDays, WEEK_DAYS } from '#data/time/days.ts';
import type { ChartNote } from '#ui/charts/chart/spec.ts';
import { Select } from '#ui/forms/select.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { findState } from './data/find-state.ts';
import { COUNTED, sayAnswers } from './data/say-answers.ts';
import type { WeekPoint } from './data/to-eras.ts';
import { EVERY_MS, joinAnswers, useBrands, usePlan, usePromptCount, useSummary } from './data/use-answers.ts';
import { sortSurfaces, toSurfaceName } from './data/words.ts';
import { FirstSteps } from './overview/first-steps.tsx';
import { SpanSelect } from './overview/span-select.tsx';
import { SurfaceCard } from './overview/surface-card.tsx';
import { Ways } from './overview/ways.tsx';
import { WeekLine } from './overview/week-line.tsx';
import { answersSearch } from './search.ts';

const LINES = [
  { value: 'mention', label: 'Mention rate' },
  { value: 'citation', label: 'Citation rate' },
] as const;

const NOWHERE = { projectId: '', from: '', to: '' };

/** The screen of rates: a card for each assistant says how often it names and cites us. */
export function View() {
  const { search, setSearch } = useScreenSearch(answersSearch);
  const answer = joinAnswers({
    brands: useBrands(),
    plan: usePlan(),
    prompts: usePromptCount(),
    summary: useSummary(search.weeks),
    series: useAnswer(getAnswersSeries, { query: { project_id: useProjectId() } }, { everyMs: EVERY_MS }),
  });
  const { data } = answer;
  const notes = useWeekNotes(data?.series.weeks ?? []);
  const state =
    data &&
    findState({
      brands: data.brands.brands.length,
      prompts: data.prompts.pagination.total,
      plan: data.plan.plan,
      groups: data.summary.groups,
    });
  return (
    <>
      <PageHeader
        title="Answers"
        lead={
          state === 'there' && data
            ? sayAnswers(data.summary, data.brands.brands)
            : 'How often assistants name and cite us, and whether that moved.'
        }
        description={COUNTED}
        actions={<Ways at="Answers" />}
      />
      <Answered answer={answer} height={480}>
        {({ summary, series, plan }) =>
          state !== undefined && state !== 'there' && state !== 'failed' ? (
            <>
              {series.weeks.length > 0 && <SpanSelect value={search.weeks} onChange={(weeks) => setSearch({ weeks })} />}
              <FirstSteps state={state} />
            </>
          ) : (
            <Stack gap="md">
              <Group align="flex-end">
                <SpanSelect value={search.weeks} onChange={(weeks) => setSearch({ weeks })} />
                <Select label="Line" data={LINES} value={search.line} onChange={(line) => line !== null && setSearch({ line })} />
              </Group>
              {state === 'failed' && (
                <Alert color="yellow" variant="outline" title="The planned answers of these weeks did not come">
                  <Text size="sm">What became of them stands on the cards.</Text>
                </Alert>
              )}
              {!plan.plan.enabled && <Text size="sm">The plan is off: these answers are of before.</Text>}
              {summary.groups.map((group) => (
                <Card key={group.surface} group={group} to={summary.to} line={search.line} weeks={series.weeks} notes={notes} />
              ))}
              {sortSurfaces(plan.plan.surfaces)
                .filter((surface) => plan.plan.enabled && summary.groups.every((group) => group.surface !== surface))
                .map((surface) => (
                  <Text key={surface} size="sm" c="dimmed">
                    {toSurfaceName(surface)}: waiting for its first answers of these weeks.
                  </Text>
                ))}
              {summary.unavailable.map(({ surface, reason }) => (
                <Text key={surface} size="sm" c="dimmed">
                  {toSurfaceName(surface)}: unavailable. {reason}
                </Text>
              ))}
            </Stack>
          )
        }
      </Answered>
    </>
  );
}

interface CardProps {
  readonly group: AnswerSummary;
  readonly to: string;
  readonly line: (typeof LINES)[number]['value'];
  readonly weeks: Parameters<typeof toPoints>[0];
  readonly notes: readonly ChartNote[];
}

function Card({ group, to, line, weeks, notes }: CardProps) {
  const points = useMemo(() => toPoints(weeks, group.surface, line), [weeks, group.surface, line]);
  const name = LINES.find(({ value }) => value === line)?.label ?? '';
  return (
    <SurfaceCard group={group} to={to}>
      <WeekLine title={`${name} by week, ${toSurfaceName(group.surface)}`} points={points} notes={notes} />
    </SurfaceCard>
  );
}

type Week = NonNullable<Awaited<ReturnType<typeof getAnswersSeries>>['data']>['weeks'][number];

/** Annotations of the weeks of all lines. */
function useWeekNotes(weeks: readonly Week[]): readonly ChartNote[] {
  const projectId = useProjectId();
  const mondays = weeks.map(({ week }) => week).toSorted();
  const [first, last] = [mondays[0], mondays.at(-1)];
  const isThere = first !== undefined && last !== undefined;
  return useNotes(isThere ? { projectId, from: first, to: addDays(last, WEEK_DAYS - 1) } : NOWHERE).marks;
}

function toPoints(weeks: readonly Week[], surface: string, line: CardProps['line']): WeekPoint[] {
  return weeks
    .filter((one) => one.surface === surface)
    .map((one) => ({
      week: one.week,
      rate: line === 'mention' ? one.mention_rate : one.citation_rate,
      models: one.models,
      isBreak: one.model_break || one.detector_break,
      broke: one.model_break ? 'model' : 'rules',
    }));
}
