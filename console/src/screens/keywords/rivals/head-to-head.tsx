import { SimpleGrid, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { getRankingsSeries } from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Answered } from '#ui/states/answered.tsx';
import { toRivalColors } from '#ui/charts/colors.ts';
import { toDuel, listLosses, type Duel, type DuelPoint } from './duel.ts';
import { Scatter } from './scatter.tsx';
import { competitorsSearch } from './search.ts';
import type { Voice } from './voices.ts';
import { Select } from '#ui/forms/select.tsx';
import { formatDay } from '#data/format.ts';
import { Figure } from '#ui/layout/figure.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Table } from '#ui/layout/table.tsx';

/** An answer holds no more rows. */
const SERIES_ROWS_MAX = 1000;

/** A competitor against the project, keyword by keyword. */
export function HeadToHead({ rivals }: { readonly rivals: readonly Voice[] }) {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(competitorsSearch);
  const { from, to, values } = useFilters();
  const domain = rivals.find((rival) => rival.domain === search.against)?.domain ?? rivals[0]?.domain;
  const query = { project_id: projectId, from, to, limit: SERIES_ROWS_MAX, ...(values.device && { device: values.device }) };
  const isWanted = domain !== undefined;
  const own = useAnswer(getRankingsSeries, { query }, { isWanted });
  const theirs = useAnswer(getRankingsSeries, { query: { ...query, domains: [domain ?? ''] } }, { isWanted });
  const duel = useMemo(
    () => (own.data && theirs.data && domain !== undefined ? toDuel(own.data, theirs.data, domain) : undefined),
    [own.data, theirs.data, domain],
  );
  const colors = useMemo(() => toRivalColors(rivals.map((rival) => rival.domain)), [rivals]);
  if (domain === undefined) return null;
  return (
    <div>
      <Select
        size="xs"
        label="Competitor"
        w={260}
        mb="sm"
        data={rivals.map((rival) => ({ value: rival.domain, label: rival.name }))}
        value={domain}
        onChange={(against) => setSearch({ against: against ?? undefined })}
      />
      <Answered answer={theirs} height={320}>
        {() =>
          duel &&
          (duel.points.length === 0 ? (
            <Text size="sm" c="dimmed">
              No keyword has a good check of both sites yet.
            </Text>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
              <Scatter duel={duel} name={domain} color={colors.get(domain)} />
              <Losses duel={duel} name={domain} />
            </SimpleGrid>
          ))
        }
      </Answered>
    </div>
  );
}

const ROWS_MAX = 10;

/** The keywords where a competitor is furthest before the project, beside the picture of all. */
function Losses({ duel, name }: { readonly duel: Duel; readonly name: string }) {
  const projectId = useProjectId();
  const rows = listLosses(duel, ROWS_MAX);
  return (
    <section aria-label="Where you lose most">
      <Title order={2} size="h5" mb="xs">
        Where you lose most
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {name} is ahead of you on no keyword.
        </Text>
      ) : (
        <Table verticalSpacing={5} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Keyword</Table.Th>
              <Table.Th ta="right">You</Table.Th>
              <Table.Th ta="right">{name}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Td>
                  <AppLink to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId: row.keywordId }}>
                    {row.keyword}
                  </AppLink>
                </Table.Td>
                <Place row={row} position={row.own} />
                <Place row={row} position={row.theirs} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

function Place({ row: { day }, position }: { readonly row: DuelPoint; readonly position: number | null }) {
  return (
    <Table.Td ta="right">
      <Figure
        text={position ?? 'not found'}
        reading={{ computedFrom: 'the newest day with a good check of both', day }}
        says={`On ${formatDay(day)}`}
      />
    </Table.Td>
  );
}
