import { Button, Group } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { getOrganizationsByOrganizationIdMembers, type Member } from '#client';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { formatPlural } from '#data/format.ts';
import { Select } from '#ui/forms/select.tsx';
import { TextFilter } from '#ui/forms/text-filter.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { later } from '#ui/states/later.tsx';
import { makeMemberColumns } from './columns.ts';
import { Invitations } from './invitations.tsx';
import { MemberActions, type Dialog } from './member-actions.tsx';
import { RemoveMember } from './remove-member.tsx';
import { membersSearch } from './search.ts';

const ChangeMember = later(async () => (await import('./change-member.tsx')).ChangeMember);
const Invite = later(async () => (await import('./invite.tsx')).Invite);

const LIMIT = 100;

/** Who belongs to an organization, and what each of them sees and may do. */
export function View() {
  const { me } = useSession();
  const { search, setSearch } = useScreenSearch(membersSearch);
  const known = me.organizations.find(({ id }) => id === (me.organization_id ?? search.organization)) ?? me.organizations[0];
  const organizationId = me.organization_id ?? known?.id;
  const choice = me.organization_id === null && me.organizations.length > 1 && (
    <Select
      size="xs"
      label="Organization"
      data={me.organizations.map(({ id, name }) => ({ value: id, label: name }))}
      value={known?.id ?? null}
      onChange={(id) => setSearch({ organization: id ?? undefined, offset: undefined })}
    />
  );
  if (organizationId === undefined)
    return (
      <>
        <PageHeader title="Members" lead="Members belong to organizations." />
        <Empty title="No organizations yet">The first project makes one.</Empty>
      </>
    );
  return <Members key={organizationId} organizationId={organizationId} name={known?.name ?? organizationId} choice={choice} />;
}

interface MembersProps {
  readonly organizationId: string;
  readonly name: string;
  /** Of another organization. */
  readonly choice: ReactNode;
}

function Members({ organizationId, name, choice }: MembersProps) {
  const { me } = useSession();
  const { search, setSearch } = useScreenSearch(membersSearch);
  const path = { organization_id: organizationId };
  const options = {
    path,
    query: { limit: LIMIT, offset: search.offset ?? 0, ...(search.text !== undefined && { search: search.text }) },
  };
  const answer = useAnswer(getOrganizationsByOrganizationIdMembers, options);
  const columns = useMemo(() => makeMemberColumns(new Map(me.projects.map((project) => [project.id, project.name]))), [me.projects]);
  const place = useGridPlace();
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  const total = answer.data?.pagination.total;
  return (
    <>
      <PageHeader
        title="Members"
        lead={
          total === undefined || search.text !== undefined
            ? 'Who belongs to the organization, and what each of them sees and may do.'
            : `${formatPlural(total, 'person', 'people')} ${total === 1 ? 'belongs' : 'belong'} to ${name}.`
        }
        actions={
          <Button leftSection={<Icon name="plus" size={15} />} onClick={() => setDialog('invite')}>
            Invite a person
          </Button>
        }
      />
      <Group mb="sm" gap="xs" align="end">
        {choice}
        <TextFilter label="Name or e-mail address" value={search.text} onChange={(text) => setSearch({ text, offset: undefined })} />
      </Group>
      <Answered answer={answer} height={320}>
        {({ members, pagination }) => (
          <>
            <RowsGrid
              label="Members"
              rows={members}
              columns={columns}
              rowKey={toKey}
              place={place}
              fileName="members"
              whole={toWholeList(getOrganizationsByOrganizationIdMembers, options, pagination)}
              empty={<Empty title={search.text === undefined ? 'No members yet' : 'No members match'} />}
              bulk={(ids) => (
                <MemberActions
                  organizationId={organizationId}
                  chosen={ids.length === 1 ? members.find((member) => toKey(member) === ids[0]) : undefined}
                  onDialog={setDialog}
                />
              )}
            />
            <Pager pagination={pagination} onOffset={(offset) => setSearch({ offset })} />
          </>
        )}
      </Answered>
      <Invitations organizationId={organizationId} />
      {dialog === 'invite' && <Invite organizationId={organizationId} onClose={close} />}
      {typeof dialog === 'object' && 'changed' in dialog && (
        <ChangeMember organizationId={organizationId} member={dialog.changed} onClose={close} />
      )}
      {typeof dialog === 'object' && 'removed' in dialog && (
        <RemoveMember organizationId={organizationId} organization={name} member={dialog.removed} onClose={close} />
      )}
    </>
  );
}

const toKey = ({ user_id: id }: Member): string => id;
