import { Text, Title } from '@mantine/core';
import { useProjectId } from '#app/project.ts';
import { formatDay } from '#data/format.ts';
import { Figure } from '#ui/layout/figure.tsx';
import { ScreenLink } from '#ui/links/screen-link.tsx';
import { Table } from '#ui/layout/table.tsx';
import { listLosses, type Duel, type DuelPoint } from './duel.ts';

const ROWS_MAX = 10;

/** The keywords where a competitor is furthest before the project, beside the picture of all. */
export function Losses({ duel, name }: { readonly duel: Duel; readonly name: string }) {
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
                  <ScreenLink to="/p/$projectId/keywords/$keywordId" params={{ projectId, keywordId: row.keywordId }}>
                    {row.keyword}
                  </ScreenLink>
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
