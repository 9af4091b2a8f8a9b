import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getOrganizationsByOrganizationIdInvitations,
  postOrganizationsByOrganizationIdInvitations,
  type PostOrganizationsByOrganizationIdInvitationsResponse,
} from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readProblems } from '#data/answers/problems.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Modal } from '#ui/overlay/modal.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { GrantFields } from './grant-fields.tsx';
import { Sent } from './sent.tsx';
import { toUsual, toGrantBody } from './grant.ts';

type Invited = PostOrganizationsByOrganizationIdInvitationsResponse;

interface InviteProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

/** Invites a person, and shows the link once where no mail takes it. */
export function Invite({ organizationId, onClose }: InviteProps) {
  const [invited, setInvited] = useState<Invited>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={invited ? 'The invitation is made' : 'Invite a person'}
      size="lg"
      closeOnClickOutside={invited === undefined}
    >
      {invited ? (
        <Sent invited={invited} onClose={onClose} />
      ) : (
        <Form organizationId={organizationId} onInvited={setInvited} onClose={onClose} />
      )}
    </Modal>
  );
}

const FIELDS = ['email', 'message', 'role', 'project_ids', 'screens', 'monthly_usd'];

function Form({ organizationId, onInvited, onClose }: InviteProps & { readonly onInvited: (invited: Invited) => void }) {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [granted, setGranted] = useState(() => toUsual('viewer'));
  const refresh = useRefresh(getOrganizationsByOrganizationIdInvitations);
  const invite = useMutation<Invited, ApiError>({
    mutationFn: () =>
      ask(postOrganizationsByOrganizationIdInvitations, {
        path: { organization_id: organizationId },
        body: { email: email.trim(), message: message.trim() || null, ...toGrantBody(granted) },
      }),
    onSuccess: (invited) => {
      refresh();
      onInvited(invited);
    },
  });
  const problems = readProblems(invite.error);
  return (
    <form onSubmit={onSubmit(() => invite.mutate())} noValidate>
      <Stack>
        <TextInput
          type="email"
          label="E-mail address"
          required
          data-autofocus
          value={email}
          error={problems.of('email')}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <GrantFields organizationId={organizationId} granted={granted} problems={problems} onChange={setGranted} />
        <Textarea
          label="Message"
          description="Shown on the page that the link opens"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          value={message}
          error={problems.of('message')}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        {invite.error && !problems.areAllAt(FIELDS) && <ErrorNote error={invite.error} />}
        <Text size="sm" c="dimmed">
          The link works once, for seven days.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending} disabled={email.trim() === ''}>
            Invite
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
