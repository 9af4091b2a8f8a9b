import { Button, Group, Stack } from '@mantine/core';
import { getAdminAudit, type AuditEntry } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { addDays } from '#data/time/days.ts';
import { formatInstant } from '#data/format.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { JsonBlock } from '#ui/json-block.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { DaysFilter, TextFilter } from '#ui/forms/text-filter.tsx';
import { auditSearch } from './search.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';

const LIMIT = 200;

/** Who did what, newest first. */
export function View() {
  const { search, setSearch } = useScreenSearch(auditSearch);
  const { actor, action, since, until, offset = 0, entry } = search;
  const query = {
    limit: LIMIT,
    offset,
    ...(actor && { actor }),
    ...(action && { action }),
    ...(since && { since: `${since}T00:00:00Z` }),
    ...(until && { until: `${addDays(until, 1)}T00:00:00Z` }),
  };
  const answer = useAnswer(getAdminAudit, { query });
  const place = useGridPlace();
  const open = answer.data?.entries.find(({ id }) => id === entry);
  const clear = (): void => setSearch({ actor: undefined, action: undefined, since: undefined, until: undefined, offset: undefined });
  return (
    <>
      <PageHeader title="Audit log" lead="What people and API keys changed or tried to change, newest first." />
      <Filters />
      <Answered answer={answer} height={400}>
        {({ entries, pagination }) => (
          <>
            <RowsGrid
              label="Audit log"
              rows={entries}
              columns={COLUMNS}
              rowKey={toKey}
              place={place}
              fileName="audit"
              whole={toWholeList(getAdminAudit, { query }, pagination)}
              onOpen={({ id }) => setSearch({ entry: id })}
              empty={
                <Empty
                  title="No entries match"
                  action={
                    <Button variant="default" onClick={clear}>
                      Clear the filters
                    </Button>
                  }
                />
              }
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next })} />
          </>
        )}
      </Answered>
      <Drawer opened={open !== undefined} onClose={() => setSearch({ entry: undefined })} title="Audit log entry" size="lg">
        {open && (
          <Entry
            entry={open}
            onActor={() => setSearch({ actor: open.actor.id, entry: undefined, offset: undefined })}
            onAction={() => setSearch({ action: open.action, entry: undefined, offset: undefined })}
          />
        )}
      </Drawer>
    </>
  );
}

const toKey = ({ id }: AuditEntry): string => id;
const nameActor = ({ actor: { name, id } }: AuditEntry): string => name ?? id;

const COLUMNS: readonly RowColumn<AuditEntry>[] = [
  column.instant('at', 'At (UTC)', 170),
  column.text('actor', 'Who', 180, { of: nameActor, isOnPhone: true }),
  column.text('kind', 'By', 100, { of: ({ actor }) => actor.kind }),
  column.text('action', 'What', 330, { isOnPhone: true }),
  column.text('subject', 'Target', 330, { of: ({ subject }) => describeSubject(subject) }),
  column.count('status', 'Answer', 80, { isOnPhone: true }),
  column.text('address', 'From', 130),
  column.text('request', 'Request', 260, { of: 'request_id', isHidden: true }),
];

function describeSubject(subject: AuditEntry['subject']): string {
  return Object.entries(subject)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function Filters() {
  const { search, setSearch } = useScreenSearch(auditSearch);
  const change = (values: Parameters<typeof setSearch>[0]): void => setSearch({ ...values, offset: undefined });
  return (
    <Group mb="md" align="flex-end" gap="sm">
      <TextFilter label="Who" placeholder="Id or name" value={search.actor} onChange={(value) => change({ actor: value })} />
      <TextFilter label="What" placeholder="Method or path" value={search.action} onChange={(value) => change({ action: value })} />
      <DaysFilter since={search.since} until={search.until} onChange={change} />
    </Group>
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
          ['Answer', status >= 400 ? `${status}: refused or failed` : status],
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
      <JsonBlock label="Target" value={subject} />
    </Stack>
  );
}
