import { Text, Title } from '@mantine/core';
import type { AlertDelivery } from '#client';
import { formatCount } from '#data/format.ts';
import { Table } from '#ui/layout/table.tsx';
import { WideTable } from '#ui/layout/wide-table.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';

/** Who got it of it, and what became of that. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly AlertDelivery[] }) {
  return (
    <section aria-label="Where it was sent">
      <Title order={2} mb="xs">
        Where it was sent
      </Title>
      {deliveries.length === 0 ? (
        <Text size="sm" c="dimmed">
          It stands in the bell. No channel took it.
        </Text>
      ) : (
        <WideTable minWidth={280}>
          <Table aria-label="Where it was sent">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Channel</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Tries</Table.Th>
                <Table.Th>Last error</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {deliveries.map(({ channel_id: id, channel_name: name, status, tries, last_error: error }) => (
                <Table.Tr key={id ?? 'inbox'}>
                  <Table.Td>
                    <bdi>{name}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={status} />
                  </Table.Td>
                  <Table.Td>{tries === 0 ? 'not tried yet' : formatCount(tries)}</Table.Td>
                  <Table.Td>{error ?? ''}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </WideTable>
      )}
    </section>
  );
}
