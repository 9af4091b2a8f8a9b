import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getOrganizationsByOrganizationIdMembers, putOrganizationsByOrganizationIdMembersByUserId, type Member } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readProblems } from '#data/answers/problems.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Modal } from '#ui/overlay/modal.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { GrantFields } from './grant-fields.tsx';
import { toGrantBody, type Granted } from './grant.ts';

interface ChangeMemberProps {
  readonly organizationId: string;
  readonly member: Member;
  readonly onClose: () => void;
}

const FIELDS = ['role', 'project_ids', 'screens', 'monthly_usd'];

/** Changes what a member sees and may do; it holds at once. */
export function ChangeMember({ organizationId, member, onClose }: ChangeMemberProps) {
  const [granted, setGranted] = useState<Granted>(member);
  const refresh = useRefresh(getOrganizationsByOrganizationIdMembers);
  const change = useMutation<unknown, ApiError>({
    mutationFn: () =>
      ask(putOrganizationsByOrganizationIdMembersByUserId, {
        path: { organization_id: organizationId, user_id: member.user_id },
        body: toGrantBody(granted),
      }),
    onSuccess: () => {
      say(`${member.name} is changed`);
      refresh();
      onClose();
    },
  });
  const problems = readProblems(change.error);
  return (
    <Modal opened onClose={onClose} title={`Change ${member.name}`} size="lg">
      <form onSubmit={onSubmit(() => change.mutate())}>
        <Stack>
          <GrantFields organizationId={organizationId} granted={granted} problems={problems} onChange={setGranted} />
          {change.error && !problems.areAllAt(FIELDS) && <ErrorNote error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending}>
              Change
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
