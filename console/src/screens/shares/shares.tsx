import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteSharesByShareId, getShares, type Share } from '#client';
import { useRealNow } from '#app/session.tsx';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { describeState } from './changes.ts';
import { ShareButton } from './share-button.tsx';
import { SECTIONS } from './sections.ts';
import { WideTable } from '#ui/layout/wide-table.tsx';
import { laterDialog } from '#ui/states/later.tsx';
import { Table } from '#ui/layout/table.tsx';

const EditShare = laterDialog(async () => (await import('./share-form.tsx')).EditShare);

const SHOWN = 100;

interface SharesProps {
  readonly projectId: string;
  readonly canWrite: boolean;
}

/** The links of a project for readers without an account, and how often they were opened. */
export function Shares({ projectId, canWrite }: SharesProps) {
  const shares = useAnswer(getShares, { query: { project_id: projectId, limit: SHOWN } });
  const queries = useQueryClient();
  const [ending, setEnding] = useState<Share>();
  const [edited, setEdited] = useState<Share>();
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Shared links</Title>
        {canWrite && <ShareButton projectId={projectId} />}
      </Group>
      <Answered answer={shares} height={80}>
        {({ shares: rows, total }) => (
          <>
            {rows.length === 0 && (
              <Text size="sm" c="dimmed">
                No links yet. A link shows part of this project to people without an account.
              </Text>
            )}
            {rows.length > 0 && <ShareTable rows={rows} actions={canWrite ? { onEnd: setEnding, onEdit: setEdited } : undefined} />}
            {total > rows.length && (
              <Text size="sm" c="dimmed">
                The newest {rows.length} of {total}.
              </Text>
            )}
          </>
        )}
      </Answered>
      <EditShare share={edited} isOpen={edited !== undefined} onClose={() => setEdited(undefined)} />
      <ConfirmAction
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={`End the link "${ending?.name ?? ''}"`}
        verb="End it"
        isDanger
        run={async () => ending && (await ask(deleteSharesByShareId, { path: { share_id: ending.id } }))}
        onDone={() => void queries.invalidateQueries({ queryKey: answerKey(getShares) })}
      >
        The link stops working right away for everyone who has it. This cannot be undone.
      </ConfirmAction>
    </Stack>
  );
}

/** For those who may change shares. */
interface ShareActions {
  readonly onEnd: (share: Share) => void;
  readonly onEdit: (share: Share) => void;
}

function ShareTable({ rows, actions }: { readonly rows: readonly Share[]; readonly actions: ShareActions | undefined }) {
  return (
    <WideTable minWidth={280}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Title</Table.Th>
            <Table.Th visibleFrom="xs">Shows</Table.Th>
            <Table.Th visibleFrom="xs">Opened</Table.Th>
            <Table.Th>State</Table.Th>
            {actions && (
              <Table.Th>
                <span className="sr-only">Actions</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((share) => (
            <ShareRow key={share.id} share={share} actions={actions} />
          ))}
        </Table.Tbody>
      </Table>
    </WideTable>
  );
}

function ShareRow({ share, actions }: { readonly share: Share; readonly actions: ShareActions | undefined }) {
  return (
    <Table.Tr>
      <Table.Td>{share.name}</Table.Td>
      <Table.Td visibleFrom="xs">
        {SECTIONS.flatMap(({ value, label }) => (share.sections.includes(value) ? [label] : [])).join(', ')}
      </Table.Td>
      <Table.Td visibleFrom="xs" title={share.last_viewed_at ? `Last ${formatInstant(share.last_viewed_at)} UTC` : undefined}>
        {formatPlural(share.views_count, 'time')}
      </Table.Td>
      <Table.Td>{describeState(share, useRealNow()())}</Table.Td>
      {actions && (
        <Table.Td>
          {share.revoked_at === null && (
            <Group gap={4} justify="flex-end">
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Change the link ${share.name}`}
                onClick={() => actions.onEdit(share)}
              >
                Change
              </Button>
              <Button size="compact-xs" variant="default" aria-label={`End the link ${share.name}`} onClick={() => actions.onEnd(share)}>
                End
              </Button>
            </Group>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
