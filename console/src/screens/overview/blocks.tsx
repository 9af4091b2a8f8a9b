import { Card, Grid, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/Grid.css';
import { useMemo } from 'react';
import { useProject } from '#app/project.ts';
import { useNow } from '#app/session.tsx';
import { sayNextCheck, sayOneCheck } from '#data/time/next-check.ts';
import { useNotes } from '#data/notes.ts';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { Attention } from './attention.tsx';
import { FeatureMoves } from './feature-moves.tsx';
import { FigureCards } from './figure-cards.tsx';
import { toDistributionChart, toPositionChart, toShareChart, type Overview } from './figures.ts';
import { Movers } from './movers.tsx';
import { Happened } from './happened.tsx';

/** Figures, charts and lists of a project, the most important first. */
export function Blocks({ overview }: { readonly overview: Overview }) {
  const happened = useNotes({ projectId: overview.project_id, from: overview.from, to: overview.to });
  const { marks: notes } = happened;
  const now = useNow();
  const project = useProject(overview.project_id);
  const whenSingle = sayOneCheck(sayNextCheck(overview.next_check_at, now(), project.data?.project.time_zone ?? 'UTC'));
  const share = useMemo(() => ({ ...toShareChart(overview), notes }), [overview, notes]);
  const position = useMemo(() => ({ ...toPositionChart(overview), notes }), [overview, notes]);
  const distribution = useMemo(() => ({ ...toDistributionChart(overview), notes }), [overview, notes]);
  return (
    <Stack gap="md">
      <FigureCards overview={overview} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card withBorder>
          <Chart
            whenSingle={whenSingle}
            title="Share of voice"
            note={`${overview.share_of_voice_weighing.name}.`}
            spec={share}
            height={220}
            syncKey="overview"
            areNotesListed
          />
        </Card>
        <Card withBorder>
          <Chart whenSingle={whenSingle} title="Average position" spec={position} height={220} syncKey="overview" areNotesListed />
        </Card>
      </SimpleGrid>
      <Happened notes={happened} projectId={overview.project_id} today={overview.to} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card withBorder h="100%">
            <Movers overview={overview} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder h="100%">
            <Chart
              whenSingle={whenSingle}
              title="Keywords by position"
              spec={distribution}
              height={240}
              syncKey="overview"
              areNotesListed
            />
          </Card>
        </Grid.Col>
      </Grid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card withBorder>
          <FeatureMoves overview={overview} />
        </Card>
        <Attention overview={overview} />
      </SimpleGrid>
    </Stack>
  );
}
