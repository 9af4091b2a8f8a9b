import { SimpleGrid, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { getRankingsFeatures } from '../../../../clients/typescript/src/index.ts';
import { pickFilters } from '../../app/filters.ts';
import { useProjectId } from '../../app/project.ts';
import { useFilters } from '../../app/use-filters.ts';
import { useRawSearch } from '../../app/use-screen-search.ts';
import { useAnswer } from '../../data/answers.ts';
import { useNotes } from '../../data/notes.ts';
import { Answered } from '../../ui/answered.tsx';
import { AppLink } from '../../ui/app-link.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { toFeatureCharts, type Features } from './features/charts.ts';

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
        description="The share of checked keywords whose result page had the feature, and of all checked keywords those where a site of yours was in it."
      />
      <Answered answer={features} height={480}>
        {(data) =>
          data.features.length === 0 ? (
            <NothingYet isTracking title="No features seen within these days">
              They stand here after the first checks, or when more days are shown.
            </NothingYet>
          ) : (
            <Charts features={data} />
          )
        }
      </Answered>
    </>
  );
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
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="xl">
        {charts.map(({ feature, title, note, spec }) => (
          <Chart
            key={feature}
            title={title}
            note={note}
            spec={spec}
            height={160}
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
