import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { getRankingsMoves, getRankingsSummary, type RankingSummaryDay, type ShareOfVoiceWeighing } from '#client';
import { useProjectId } from '#app/project.ts';
import { useHasPart } from '#app/session.tsx';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { useNotes } from '#data/notes.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { sayVoices } from './leads.ts';
import { NothingYet } from './nothing-yet.tsx';
import { TopDomains } from './rivals/top-domains.tsx';
import { toVoiceChart, toVoices, type Voice } from './rivals/voices.ts';
import { HeadToHead } from './rivals/head-to-head.tsx';
import { UNKNOWN } from '#data/format.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { formatPoints } from '#data/shares.ts';
import { Change } from '#ui/change.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';

/** Who wins the result pages. */
export function View() {
  const projectId = useProjectId();
  const { from, to, values } = useFilters();
  const device = values.device && { device: values.device };
  const moves = useAnswer(getRankingsMoves, {
    query: { project_id: projectId, since: 'week' as const, to, sites: true, limit: 1, ...device },
  });
  const summary = useAnswer(getRankingsSummary, { query: { project_id: projectId, start_date: from, end_date: to, ...device } });
  const voices = useMemo(() => toVoices(summary.data?.days ?? [], moves.data?.sites), [summary.data, moves.data]);
  const first = summary.data?.days[0]?.date ?? from;
  const lead = voices.length === 0 ? 'Who wins the result pages of your keywords.' : sayVoices(voices, first);
  return (
    <>
      <PageHeader title="Competitors" lead={lead} />
      <Answered answer={summary} height={420}>
        {({ days, share_of_voice_weighing: weighing }) => <Inside days={days} voices={voices} weighing={weighing} />}
      </Answered>
    </>
  );
}

interface InsideProps {
  readonly days: readonly RankingSummaryDay[];
  readonly voices: readonly Voice[];
  readonly weighing: ShareOfVoiceWeighing;
}

function Inside({ days, voices, weighing }: InsideProps) {
  const projectId = useProjectId();
  const hasSites = useHasPart('sites');
  const { from, to } = useFilters();
  const { marks } = useNotes({ projectId, from, to });
  const known = useMemo(() => new Set(voices.map(({ domain }) => domain)), [voices]);
  const spec = useMemo(() => toVoiceChart({ from, to, summary: days, voices, notes: marks }), [from, to, days, voices, marks]);
  return (
    <Stack gap="xl">
      {voices.every(({ keywords }) => keywords === 0) ? (
        <NothingYet isTracking title="No successful checks in this period">
          Shares appear here after the first check of the project's keywords.
        </NothingYet>
      ) : (
        <>
          <Chart
            title="Share of voice"
            note={`Of all possible clicks, by the sites this project knows. ${weighing.name}.${weighing.falls_back === null ? '' : ` ${weighing.falls_back}`}`}
            spec={spec}
            height={240}
          />
          <VoiceGrid voices={voices} />
        </>
      )}
      <HeadToHead rivals={voices.filter(({ isOwn }) => !isOwn)} />
      {hasSites && <TopDomains projectId={projectId} known={known} />}
    </Stack>
  );
}

/** The sites side by side, by the newest day. */
function VoiceGrid({ voices }: { readonly voices: readonly Voice[] }) {
  return (
    <RowsGrid label="Sites" rows={voices} columns={COLUMNS} rowKey={({ domain }) => domain} place={useGridPlace()} fileName="competitors" />
  );
}

const FIGURES: readonly RowColumn<Voice>[] = [
  column.share('share', 'Share of voice', 120, { of: 'shareOfVoice', isOnPhone: true }),
  column.count('change', 'Change', 100, {
    hint: 'Since the first day shown',
    isOnPhone: true,
    render: ({ change }) => <Change value={change} format={formatPoints} />,
  }),
  column.average('average', 'Average', 100, {
    of: 'averagePosition',
    hint: 'Of keywords that rank; others are left out',
  }),
  column.count('ranked', 'Ranked', 110, {
    hint: 'Keywords that rank, of all tracked',
    render: ({ ranked, keywords }) => (ranked === null ? UNKNOWN : `${ranked} of ${keywords}`),
  }),
  column.count('top3', 'Top 3', 80, { isOnPhone: true }),
  column.count('top10', 'Top 10', 80),
  column.count('rose', 'Rose, 7 days', 100, { hint: 'Keywords for which the site is up or new since a week ago' }),
  column.count('fell', 'Fell, 7 days', 100, { hint: 'Keywords for which the site is down or lost since a week ago' }),
];

const COLUMNS: readonly RowColumn<Voice>[] = [
  column.text('site', 'Site', 240, { of: 'name', render: ({ name, isOwn }) => (isOwn ? <strong>{name}</strong> : name) }),
  ...FIGURES.map((one): RowColumn<Voice> => ({ ...one, reading: ({ reading }) => reading })),
];
