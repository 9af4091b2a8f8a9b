import { Button, Group, Stack } from '@mantine/core';
import { getAdminAudit, getOrganizationsByOrganizationIdAudit, type AuditEntry, type GetAdminAuditResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { formatInstant } from '#data/format.ts';
import { Empty } from '#ui/states/answered.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { JsonBlock } from '#ui/json-block.tsx';
import { DaysFilter, TextFilter, toInstants } from '#ui/forms/text-filter.tsx';
import { Changes, describeChanges } from './changes.tsx';
import { auditSearch } from './search.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { defineListScreen, type ListPart } from '#ui/list/define-list.tsx';

const nameActor = ({ actor: { name, id } }: AuditEntry): string => name ?? id;

const COLUMNS: readonly RowColumn<AuditEntry>[] = [
  column.instant('at', 'At (UTC)', 170),
  column.text('actor', 'Who', 180, { of: nameActor, isOnPhone: true }),
  column.text('kind', 'By', 100, { of: ({ actor }) => actor.kind }),
  column.text('action', 'What', 330, { isOnPhone: true }),
  column.text('changed', 'Changed', 380, { of: describeChanges }),
  column.text('subject', 'Target', 330, { of: ({ subject }) => describeSubject(subject) }),
  column.count('status', 'Answer', 80, { isOnPhone: true }),
  column.text('address', 'From', 130),
  column.text('request', 'Request', 260, { of: 'request_id', isHidden: true }),
];

type Asked = NonNullable<Parameters<typeof getAdminAudit>[0]> & { readonly organization: string | null };

/** Operators read all of it, others what is their organization's. */
async function readAudit({ organization, ...options }: Asked) {
  return organization === null
    ? await getAdminAudit(options)
    : await getOrganizationsByOrganizationIdAudit({ ...options, path: { organization_id: organization } });
}

type Part = ListPart<typeof auditSearch, GetAdminAuditResponse | undefined>;

/** Who did what, newest first. */
export const View = defineListScreen({
  title: 'Audit log',
  question: 'What people and API keys changed or tried to change, newest first.',
  search: auditSearch,
  operation: readAudit,
  useOptions: ({ search: { actor, action, subject, project, since, until } }) => ({
    organization: useSession().me.organization_id,
    query: {
      ...(actor && { actor }),
      ...(action && { action }),
      ...(subject && { subject }),
      ...(project && { project_id: project }),
      ...toInstants({ since, until }),
    },
  }),
  limit: 200,
  height: 400,
  filters: Filters,
  after: OpenEntry,
  empty: Nothing,
  label: 'Audit log',
  fileName: 'audit',
  rows: ({ entries }) => entries,
  columns: COLUMNS,
  rowKey: ({ id }) => id,
  open: ({ id }, { setSearch }) => setSearch({ entry: id }),
});

function Nothing({ setSearch }: Part) {
  const clear = (): void =>
    setSearch({
      actor: undefined,
      action: undefined,
      subject: undefined,
      project: undefined,
      since: undefined,
      until: undefined,
      offset: undefined,
    });
  return (
    <Empty
      title="No entries match"
      action={
        <Button variant="default" onClick={clear}>
          Clear the filters
        </Button>
      }
    />
  );
}

function describeSubject(subject: AuditEntry['subject']): string {
  return Object.entries(subject)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function Filters({ search, setSearch }: Part) {
  const change = (values: Parameters<typeof setSearch>[0]): void => setSearch({ ...values, offset: undefined });
  return (
    <Group mb="md" align="flex-end" gap="sm">
      <TextFilter label="Who" placeholder="Id or name" value={search.actor} onChange={(value) => change({ actor: value })} />
      <TextFilter
        label="What"
        placeholder="Path or project.changed"
        value={search.action}
        onChange={(value) => change({ action: value })}
      />
      <TextFilter label="Of what" placeholder="Id or name" value={search.subject} onChange={(value) => change({ subject: value })} />
      <TextFilter label="Project" placeholder="Project id" value={search.project} onChange={(value) => change({ project: value })} />
      <DaysFilter since={search.since} until={search.until} onChange={change} />
    </Group>
  );
}

function OpenEntry({ search: { entry }, setSearch, data }: Part) {
  const open = data?.entries.find(({ id }) => id === entry);
  return (
    <Drawer opened={open !== undefined} onClose={() => setSearch({ entry: undefined })} title="Audit log entry" size="lg">
      {open && (
        <Entry
          entry={open}
          onActor={() => setSearch({ actor: open.actor.id, entry: undefined, offset: undefined })}
          onAction={() => setSearch({ action: open.action, entry: undefined, offset: undefined })}
        />
      )}
    </Drawer>
  );
}

interface EntryProps {
  readonly entry: AuditEntry;
  readonly onActor: () => void;
  readonly onAction: () => void;
}

function Entry({ entry, onActor, onAction }: EntryProps) {
  const { at, actor, action, path, status, address, request_id: requestId, subject } = entry;
  return (
    <Stack>
      <Facts
        facts={[
          ['At', `${formatInstant(at)} UTC`],
          ['Who', `${nameActor(entry)} (${actor.kind} ${actor.id})`],
          ['What', action],
          ['Path', path],
          ['Answer', describeStatus(status)],
          ['From', address],
          ['Request', requestId],
        ]}
      />
      <Group>
        <Button variant="default" onClick={onActor}>
          Everything by this actor
        </Button>
        <Button variant="default" onClick={onAction}>
          Everything of this kind
        </Button>
      </Group>
      <Changes entry={entry} />
      <JsonBlock label="Target" value={subject} />
    </Stack>
  );
}

function describeStatus(status: number | null): string {
  if (status === null) return 'not recorded: the process ended before it';
  return status >= 400 ? `${status}: refused or failed` : String(status);
}
