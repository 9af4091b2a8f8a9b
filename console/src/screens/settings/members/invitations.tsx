import { Button, Group, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteOrganizationsByOrganizationIdInvitationsByInvitationId,
  getOrganizationsByOrganizationIdInvitations,
  postOrganizationsByOrganizationIdInvitationsByInvitationIdResend,
  type Invitation,
  type PostOrganizationsByOrganizationIdInvitationsResponse,
} from '#client';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Modal } from '#ui/overlay/overlay.tsx';
import { Answered, Empty, ErrorNote } from '#ui/states/answered.tsx';
import { Sent } from './sent.tsx';
import { sayParts } from './say-grant.ts';

type Resent = PostOrganizationsByOrganizationIdInvitationsResponse;

const COLUMNS: readonly RowColumn<Invitation>[] = [
  column.text('email', 'E-mail address', 240),
  column.text('role', 'Role', 90, { isOnPhone: true }),
  column.text('screens', 'Screens', 180, { of: sayParts }),
  column.text('way', 'Link', 130, { of: ({ is_mailed: isMailed }) => (isMailed ? 'sent by mail' : 'handed over') }),
  column.instant('sent', 'Sent (UTC)', 160, { of: 'sent_at' }),
  column.instant('expires', 'Valid until (UTC)', 160, { of: 'expires_at', isOnPhone: true }),
];
const toKey = ({ id }: Invitation): string => id;

/** Invitations that wait for their persons. */
export function Invitations({ organizationId }: { readonly organizationId: string }) {
  const answer = useAnswer(getOrganizationsByOrganizationIdInvitations, { path: { organization_id: organizationId } });
  const refresh = useRefresh(getOrganizationsByOrganizationIdInvitations);
  const place = useLocalPlace();
  const [revoked, setRevoked] = useState<Invitation>();
  const resend = useMutation<Resent, ApiError, Invitation>({
    mutationFn: ({ id }) =>
      ask(postOrganizationsByOrganizationIdInvitationsByInvitationIdResend, {
        path: { organization_id: organizationId, invitation_id: id },
      }),
    onSuccess: refresh,
  });
  return (
    <>
      <Title order={2} mt="xl" mb="sm">
        Open invitations
      </Title>
      {resend.error && <ErrorNote error={resend.error} />}
      <Answered answer={answer} height={120}>
        {({ invitations }) => (
          <RowsGrid
            label="Invitations"
            rows={invitations}
            columns={COLUMNS}
            rowKey={toKey}
            place={place}
            empty={<Empty title="No open invitations" />}
            bulk={(ids) => {
              const chosen = ids.length === 1 ? invitations.find(({ id }) => id === ids[0]) : undefined;
              return (
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    disabled={!chosen}
                    loading={resend.isPending}
                    onClick={() => chosen && resend.mutate(chosen)}
                  >
                    New link
                  </Button>
                  <Button size="xs" variant="default" disabled={!chosen} onClick={() => setRevoked(chosen)}>
                    Take back
                  </Button>
                </Group>
              );
            }}
          />
        )}
      </Answered>
      <Modal
        opened={resend.data !== undefined}
        onClose={() => resend.reset()}
        title="A new link is made"
        closeOnClickOutside={false}
        size="lg"
      >
        {resend.data && <Sent invited={resend.data} onClose={() => resend.reset()} />}
      </Modal>
      {revoked && (
        <ConfirmAction
          isOpen
          onClose={() => setRevoked(undefined)}
          title={`Take back the invitation of ${revoked.email}`}
          verb="Take back"
          isDanger
          run={() =>
            ask(deleteOrganizationsByOrganizationIdInvitationsByInvitationId, {
              path: { organization_id: organizationId, invitation_id: revoked.id },
            })
          }
          onDone={refresh}
        >
          Its link stops working right away.
        </ConfirmAction>
      )}
    </>
  );
}
