import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { postOrganizationsByOrganizationIdViewAs, type Member } from '#client';
import { useLeave } from '#app/frame/organization/use-leave.ts';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { listGivable, managesOthers } from './member-roles.ts';

/** What is open over the members. */
export type Dialog = 'invite' | { readonly changed: Member } | { readonly removed: Member };

interface MemberActionsProps {
  readonly organizationId: string;
  /** One at a time: each is asked about by name. */
  readonly chosen: Member | undefined;
  readonly onDialog: (dialog: Dialog) => void;
}

/** What can be done with a member, as far as the roles of both allow it. */
export function MemberActions({ organizationId, chosen, onDialog }: MemberActionsProps) {
  const { me } = useSession();
  const leave = useLeave();
  const view = useMutation<unknown, ApiError, Member>({
    mutationFn: ({ user_id: id }) =>
      ask(postOrganizationsByOrganizationIdViewAs, { path: { organization_id: organizationId }, body: { user_id: id } }),
    onSuccess: () => leave('/console/'),
  });
  const mayChange = chosen !== undefined && listGivable(me.role).includes(chosen.role);
  const isSelf = chosen?.user_id === me.id;
  const canView = me.kind === 'user' && me.organization_id !== null;
  return (
    <Group gap="xs">
      {view.error && <ErrorNote error={view.error} />}
      <Button size="xs" variant="default" disabled={!mayChange} onClick={() => chosen && onDialog({ changed: chosen })}>
        Change
      </Button>
      {canView && (
        <Button
          size="xs"
          variant="default"
          disabled={!chosen || managesOthers(chosen.role)}
          title="For 15 minutes, without changing anything"
          loading={view.isPending}
          onClick={() => chosen && view.mutate(chosen)}
        >
          View as
        </Button>
      )}
      <Button size="xs" variant="default" disabled={!mayChange && !isSelf} onClick={() => chosen && onDialog({ removed: chosen })}>
        {isSelf ? 'Leave' : 'Remove'}
      </Button>
    </Group>
  );
}
