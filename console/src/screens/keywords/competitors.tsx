import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { getRankingsMoves, getRankingsSummary, type RankingSummaryDay } from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { useNotes } from '#data/notes.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { sayVoices } from './leads.ts';
import { NothingYet } from './nothing-yet.tsx';
import { TopDomains } from './rivals/top-domains.tsx';
import { VoiceGrid } from './rivals/voice-grid.tsx';
import { toVoiceChart, toVoices, type Voice } from './rivals/voices.ts';
import { HeadToHead } from './rivals/head-to-head.tsx';

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
        {({ days }) => <Inside days={days} voices={voices} />}
      </Answered>
    </>
  );
}

function Inside({ days, voices }: { readonly days: readonly RankingSummaryDay[]; readonly voices: readonly Voice[] }) {
  const projectId = useProjectId();
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
          <Chart title="Share of voice" note="Of all possible clicks, by the sites this project knows." spec={spec} height={240} />
          <VoiceGrid voices={voices} />
        </>
      )}
      <HeadToHead rivals={voices.filter(({ isOwn }) => !isOwn)} />
      <TopDomains projectId={projectId} known={known} />
    </Stack>
  );
}
