import { SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { getRankingsFeatures } from '#client';
import { pickFilters } from '#app/filters.ts';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useRawSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatPlural } from '#data/format.ts';
import { useNotes } from '#data/notes.ts';
import { Answered } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { sayFeatures } from './leads.ts';
import { NothingYet } from './nothing-yet.tsx';
import { toFeatureCharts, type Features } from './features/charts.ts';

const QUESTION = 'What result pages show beside plain results, and where a site of yours is in it.';

/** What result pages show beside plain results, and where the project is in it. */
export function View() {
  const { from, to, values } = useFilters();
  const features = useAnswer(getRankingsFeatures, {
    query: { project_id: useProjectId(), from, to, ...(values.device && { device: values.device }) },
  });
  return (
    <>
      <PageHeader
        title="SERP features"
        lead={(features.data && sayFeatures(features.data)) ?? QUESTION}
        description="Shares are of the keywords that were checked; each chart has a scale of its own."
      />
      <Answered answer={features} height={480}>
        {(data) =>
          data.features.length === 0 ? (
            <NothingYet isTracking title={sayNoFeature(data)}>
              They appear after the first checks, or when you show more days.
            </NothingYet>
          ) : (
            <Charts features={data} />
          )
        }
      </Answered>
    </>
  );
}

function sayNoFeature({ checked }: Features): string {
  const most = Math.max(0, ...checked);
  return most === 0
    ? 'No good check within these days'
    : `Organic results only, on the result pages of up to ${formatPlural(most, 'checked keyword')} a day`;
}

function Charts({ features }: { readonly features: Features }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const search = useRawSearch();
  const { from, to } = useFilters();
  const { marks } = useNotes({ projectId, from, to });
  const charts = useMemo(() => toFeatureCharts(features, marks), [features, marks]);
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="xl" verticalSpacing="xl">
        {charts.map(({ feature, title, note, spec }) => (
          <Chart
            key={feature}
            title={title}
            note={note}
            spec={spec}
            height={120}
            syncKey="features"
            onDay={() =>
              void navigate({
                to: '/p/$projectId/keywords',
                params: { projectId } as never,
                search: { ...pickFilters(search), feature: [feature] } as never,
              })
            }
            actions={
              <AppLink size="xs" to="/p/$projectId/keywords" params={{ projectId }} search={{ ...pickFilters(search), feature: [feature] }}>
                Keywords
              </AppLink>
            }
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
