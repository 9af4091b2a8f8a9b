import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { getRankingsSummary, type RankingSummaryDay } from '../../../../clients/typescript/src/index.ts';
import { useProjectId } from '../../app/project.ts';
import { useFilters } from '../../app/use-filters.ts';
import { useAnswer } from '../../data/answers.ts';
import { toChartNotes, useNotes } from '../../data/notes.ts';
import { Answered } from '../../ui/answered.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { TopDomains } from './rivals/top-domains.tsx';
import { VoiceGrid } from './rivals/voice-grid.tsx';
import { toVoiceChart, toVoices } from './rivals/voices.ts';
import { HeadToHead } from './rivals/head-to-head.tsx';

/** Who wins the result pages. */
export function View() {
  const projectId = useProjectId();
  const { from, to, values } = useFilters();
  const device = values.device && { device: values.device };
  const summary = useAnswer(getRankingsSummary, { query: { project_id: projectId, start_date: from, end_date: to, ...device } });
  return (
    <>
      <PageHeader title="Competitors" description="Who wins the result pages of your keywords." />
      <Answered answer={summary} height={420}>
        {({ days }) => <Inside days={days} />}
      </Answered>
    </>
  );
}

function Inside({ days }: { readonly days: readonly RankingSummaryDay[] }) {
  const projectId = useProjectId();
  const { from, to } = useFilters();
  const annotations = useNotes({ projectId, from, to });
  const voices = useMemo(() => toVoices(days), [days]);
  const known = useMemo(() => new Set(voices.map(({ domain }) => domain)), [voices]);
  const spec = useMemo(
    () => toVoiceChart({ from, to, summary: days, voices, notes: toChartNotes(annotations) }),
    [from, to, days, voices, annotations],
  );
  return (
    <Stack gap="xl">
      {voices.length === 0 ? (
        <NothingYet isTracking title="No positions in this period">
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
