import { Button, Group, Paper } from '@mantine/core';
import { getInbox, type GetInboxResponse } from '#client';
import styles from '#app/frame/header/bell.module.css';
import { InboxLine } from '#app/frame/header/inbox-entry.tsx';
import { useReadInbox } from '#app/frame/header/use-read-inbox.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { Select } from '#ui/forms/select.tsx';
import { Toggle } from '#ui/forms/toggle.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered, Empty, ErrorNote } from '#ui/states/answered.tsx';
import { sayInbox } from './say-inbox.ts';
import { inboxSearch, SEVERITIES } from './search.ts';

const LIMIT = 50;

/** Everything that the service said to the person, the newest first. */
export function View() {
  const { search } = useScreenSearch(inboxSearch);
  const { offset = 0, project, severity, unread } = search;
  const answer = useAnswer(getInbox, {
    query: {
      limit: LIMIT,
      offset,
      ...(project !== undefined && { project_id: project }),
      ...(severity !== undefined && { severity }),
      ...(unread && { unread }),
    },
  });
  return (
    <>
      <PageHeader
        title="Inbox"
        lead={answer.data ? sayInbox(answer.data) : 'What alerts, digests and channels have to say.'}
        actions={answer.data && <ReadAll data={answer.data} />}
      />
      <Filters />
      <Answered answer={answer} height={320}>
        {(data) => <Entries data={data} />}
      </Answered>
    </>
  );
}

function Filters() {
  const { me } = useSession();
  const { search, setSearch } = useScreenSearch(inboxSearch);
  return (
    <Group mb="md" gap="xs" align="end">
      <Select
        label="Project"
        placeholder="All projects"
        clearable
        data={me.projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.project ?? null}
        onChange={(project) => setSearch({ project: project ?? undefined, offset: undefined })}
      />
      <Select
        label="How bad"
        placeholder="Any"
        clearable
        data={[...SEVERITIES]}
        value={search.severity ?? null}
        onChange={(severity) => setSearch({ severity: severity ?? undefined, offset: undefined })}
      />
      {me.kind === 'user' && (
        <Toggle
          size="sm"
          isOn={search.unread === true}
          onChange={(isOn) => setSearch({ unread: isOn ? true : undefined, offset: undefined })}
        >
          Unread only
        </Toggle>
      )}
    </Group>
  );
}

function Entries({ data: { entries, pagination } }: { readonly data: GetInboxResponse }) {
  const { search, setSearch } = useScreenSearch(inboxSearch);
  const read = useReadInbox();
  const isNarrowed = search.project !== undefined || search.severity !== undefined || search.unread === true;
  if (entries.length === 0)
    return (
      <Empty title={isNarrowed ? 'No messages match' : 'No messages yet'}>
        {!isNarrowed && 'When a rule fires or a channel fails, it is said here.'}
      </Empty>
    );
  return (
    <>
      <Paper withBorder component="ul" className={styles.list} mah="none" aria-label="Messages">
        {entries.map((entry) => (
          <InboxLine key={entry.id} entry={entry} onOpen={() => entry.read === false && read.mutate({ ids: [entry.id] })} />
        ))}
      </Paper>
      <Pager pagination={pagination} onOffset={(offset) => setSearch({ offset: offset || undefined })} />
    </>
  );
}

/** Up to the newest one that is shown: what comes meanwhile stays unread. */
function ReadAll({ data: { entries, unread } }: { readonly data: GetInboxResponse }) {
  const { search } = useScreenSearch(inboxSearch);
  const read = useReadInbox();
  const [newest] = entries;
  const isNewest = search.offset === undefined && search.project === undefined && search.severity === undefined;
  if (newest === undefined || !isNewest || unread === null || unread === 0) return null;
  return (
    <>
      {read.error && <ErrorNote error={read.error} />}
      <Button variant="default" loading={read.isPending} onClick={() => read.mutate({ until_id: newest.id })}>
        Mark all read
      </Button>
    </>
  );
}
