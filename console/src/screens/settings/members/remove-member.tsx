import { deleteOrganizationsByOrganizationIdMembersByUserId, getOrganizationsByOrganizationIdMembers, type Member } from '#client';
import { ask } from '#data/answers/answers.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';

interface RemoveMemberProps {
  readonly organizationId: string;
  /** Its name. */
  readonly organization: string;
  readonly member: Member;
  readonly onClose: () => void;
}

/** Ends a membership, and says first what ends with it. */
export function RemoveMember({ organizationId, organization, member, onClose }: RemoveMemberProps) {
  const refresh = useRefresh(getOrganizationsByOrganizationIdMembers);
  const path = { organization_id: organizationId, user_id: member.user_id };
  return (
    <ConfirmAction
      isOpen
      onClose={onClose}
      title={`Remove ${member.name} from ${organization}`}
      verb="Remove"
      word={member.email}
      isDanger
      run={() => ask(deleteOrganizationsByOrganizationIdMembersByUserId, { path })}
      onDone={refresh}
    >
      Their sessions in the organization, their own keys for it and the invitations that they sent end right away. Keys of the organization,
      saved views and notes stay.
    </ConfirmAction>
  );
}
