import { SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import {
  getProjectsByProjectIdSearchConsolePerformance,
  type GetProjectsByProjectIdSearchConsolePerformanceResponse as Performance,
} from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatCount, formatDecimal } from '#data/format.ts';
import { useNotes } from '#data/notes.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Chart } from '#ui/charts/chart/chart.tsx';
import type { ChartNote, ReadChart } from '#ui/charts/chart/spec.ts';
import { listGaps, sayWarnings, toReading } from '../../counted/say-counted.ts';
import type { Keywords } from '../table/keywords.ts';

const HEIGHT_PX = 120;
const ENGINE = 'engine_a';
const CHANNEL = 'seo';

interface CountedLinesProps {
  readonly keywords: Keywords;
  readonly row: number;
}

/** What Google counted of the keyword in its country and on its device: two lines below the measured position, of a scale of their own. */
export function CountedLines({ keywords, row }: CountedLinesProps) {
  const projectId = useProjectId();
  const { from, to } = useFilters();
  const { columns, textOf } = keywords;
  const isOfGoogle = textOf('engine', row) === ENGINE && textOf('channel', row) === CHANNEL;
  const counted = useAnswer(
    getProjectsByProjectIdSearchConsolePerformance,
    {
      path: { project_id: projectId },
      query: {
        group_by: 'date' as const,
        query: toQuery(columns.keyword[row] ?? ''),
        device: textOf('device', row) === 'mobile' ? ('mobile' as const) : ('desktop' as const),
        location_code: columns.location_code[row] ?? 0,
        from,
        to,
      },
    },
    { isWanted: isOfGoogle },
  );
  if (!isOfGoogle) return null;
  return (
    <Answered answer={counted} height={HEIGHT_PX}>
      {(data) => (data.property === null || data.span.final + data.span.partial === 0 ? null : <Lines data={data} />)}
    </Answered>
  );
}

function Lines({ data }: { readonly data: Performance }) {
  const { from, to } = data.span;
  const { marks } = useNotes({ projectId: data.project_id, from, to });
  const [clicks, position] = useMemo(() => [toSpec(data, marks, 'clicks'), toSpec(data, marks, 'position')], [data, marks]);
  const said = [...listGaps(data.span, true), sayWarnings(data.warnings)].filter(Boolean).join(' ');
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Chart title="Clicks (Google)" spec={clicks} height={HEIGHT_PX} syncKey="counted" />
        <Chart title="Average position (Google)" spec={position} height={HEIGHT_PX} syncKey="counted" />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Counted by Google in Search Console, in Pacific days. A day without a value has no such query there, or was not read. {said}
      </Text>
    </div>
  );
}

function toSpec(data: Performance, notes: readonly ChartNote[], metric: 'clicks' | 'position'): ReadChart {
  const isPosition = metric === 'position';
  return {
    days: data.rows.map(({ key }) => key),
    format: isPosition ? formatDecimal : formatCount,
    isReversed: isPosition,
    lines: [
      {
        id: metric,
        label: isPosition ? 'Average position (Google)' : 'Clicks (Google)',
        values: data.rows.map((row) => row[metric]),
        said: () => 'not counted',
      },
    ],
    notes,
    reading: () => toReading(data),
  };
}

/** Google writes queries in small letters, with single spaces. */
function toQuery(keyword: string): string {
  return keyword.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}
