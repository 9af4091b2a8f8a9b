import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  getProjectsByProjectIdSearchConsole,
  getProjectsByProjectIdSearchConsoleDays,
  postProjectsByProjectIdSearchConsoleSync,
  type PostProjectsByProjectIdSearchConsoleSyncResponse,
  type SearchConsoleSync,
} from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { Section } from '#ui/layout/section.tsx';
import { sayCoverage, saySync } from './say.ts';
import { searchConsoleSearch } from './search.ts';

interface BoundProps {
  readonly siteUrl: string;
  readonly sync: SearchConsoleSync;
  /** What can be chosen of it. */
  readonly children: ReactNode;
}

/** The website that the project reads, and how that goes. */
export function Bound({ siteUrl, sync, children }: BoundProps) {
  const { rights } = useSession();
  return (
    <Section title="Website" actions={rights.has('edit') && <Actions />}>
      {sync.cause !== null && (
        <Alert
          variant="outline"
          color={sync.status === 'paused' ? 'blue' : 'red'}
          role={sync.status === 'paused' ? 'status' : 'alert'}
          icon={<Icon name="alert" />}
          mb="sm"
        >
          <Text size="sm">{sync.cause}</Text>
          <Text size="sm">{sync.next_step}</Text>
        </Alert>
      )}
      {children}
      <Facts
        facts={[
          ['Property', siteUrl],
          ['Reading', saySync(sync)],
          ['Days', sayCoverage(sync)],
        ]}
      />
    </Section>
  );
}

function Actions() {
  const projectId = useProjectId();
  const { setSearch } = useScreenSearch(searchConsoleSearch);
  const refresh = useRefresh(getProjectsByProjectIdSearchConsole);
  const refreshDays = useRefresh(getProjectsByProjectIdSearchConsoleDays);
  const collect = useMutation<PostProjectsByProjectIdSearchConsoleSyncResponse, ApiError>({
    mutationFn: () => ask(postProjectsByProjectIdSearchConsoleSync, { path: { project_id: projectId }, body: {} }),
    onSuccess: () => {
      refresh();
      refreshDays();
      say('What is due is being read');
    },
    onError: ({ message }) => say(message, true),
  });
  return (
    <Group gap="xs">
      <Button variant="default" loading={collect.isPending} onClick={() => collect.mutate()}>
        Read now
      </Button>
      <Button variant="default" onClick={() => setSearch({ change: true })}>
        Choose another
      </Button>
    </Group>
  );
}
