import { Stack, Text, Title } from '@mantine/core';
import { formatCount, formatDay, formatPlural } from '#data/format.ts';
import { Figure } from '#ui/layout/figure.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { toFeatureName } from './feature-name.ts';
import { NotKnown } from '#ui/states/not-known.tsx';
import type { Overview } from './figures.ts';
import { countKnown, whyNotCompared } from './known.ts';
import { Table } from '#ui/layout/table.tsx';

/** What else stands on the result pages, and for how many keywords it came or went. */
export function FeatureMoves({ overview }: { readonly overview: Overview }) {
  const { features, moves, project_id: projectId } = overview;
  const why = whyNotCompared(overview);
  const reading = { computedFrom: 'the result pages of the tracked keywords on two days', day: moves.after };
  return (
    <Stack gap="xs">
      <Title order={2}>SERP features</Title>
      {features.length === 0 ? (
        <NoFeatures overview={overview} />
      ) : (
        <Table verticalSpacing={5}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Feature</Table.Th>
              <Table.Th ta="right">Keywords</Table.Th>
              <Table.Th ta="right">Gained</Table.Th>
              <Table.Th ta="right">Lost</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {features.map(({ feature, keywords, gained, lost }) => (
              <Table.Tr key={feature}>
                <Table.Td>
                  <AppLink to="/p/$projectId/features" params={{ projectId }} search={{ feature }}>
                    {toFeatureName(feature)}
                  </AppLink>
                </Table.Td>
                {Object.entries({ keywords, gained: why ? null : gained, lost: why ? null : lost }).map(([name, count]) => (
                  <Table.Td key={name} ta="right">
                    <Figure text={formatCount(count)} reading={reading} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {features.length > 0 && why !== undefined && <NotKnown because={why} />}
    </Stack>
  );
}

function NoFeatures({ overview }: { readonly overview: Overview }) {
  const { after } = overview.moves;
  const known = countKnown(overview, after);
  if (known === 0) return <NotKnown because={`no keyword had a good check by ${formatDay(after)}.`} />;
  return (
    <Text size="sm" c="dimmed" py="md">
      The result {known === 1 ? 'page' : 'pages'} of {formatPlural(known, 'checked keyword')} held organic results only.
    </Text>
  );
}
