import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  getSearchConsoleConnections,
  getSearchConsoleConnectionsByConnectionIdProperties,
  postSearchConsoleConnectionsByConnectionIdTest,
  type PostSearchConsoleConnectionsByConnectionIdTestResponse,
  type SearchConsoleConnection,
} from '#client';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatInstant } from '#data/format.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Select } from '#ui/forms/select.tsx';
import { SignIn } from './sign-in.tsx';
import { searchConsoleSearch } from './search.ts';

interface ConnectionsProps {
  readonly connections: readonly SearchConsoleConnection[];
  readonly chosen: SearchConsoleConnection | undefined;
}

/** The accounts that are connected, and what is wrong with the one that is chosen. */
export function Connections({ connections, chosen }: ConnectionsProps) {
  const { rights } = useSession();
  const { setSearch } = useScreenSearch(searchConsoleSearch);
  return (
    <Stack gap="sm" mb="md">
      <Select
        label="Account"
        data={connections.map(({ id, account_name: name }) => ({ value: id, label: name }))}
        value={chosen?.id ?? null}
        onChange={(id) => setSearch({ connection: id ?? undefined, fault: undefined })}
      />
      {chosen !== undefined && chosen.cause !== null && (
        <Alert variant="outline" color={chosen.status === 'failing' ? 'red' : 'yellow'} role="alert" title={sayState(chosen)}>
          <Text size="sm">{chosen.cause}</Text>
          <Text size="sm">{chosen.next_step}</Text>
        </Alert>
      )}
      {chosen !== undefined && rights.has('manage') && (
        <Group gap="xs">
          <Test connectionId={chosen.id} />
          {chosen.kind === 'oauth' && <SignIn label="Sign in again" connectionId={chosen.id} />}
        </Group>
      )}
    </Stack>
  );
}

function sayState({ status, ends_at: endsAt }: SearchConsoleConnection): string {
  if (status === 'failing') return 'Google refuses this account';
  return endsAt === null ? 'This account needs a look' : `The access ends on ${formatInstant(endsAt)} UTC`;
}

function Test({ connectionId }: { readonly connectionId: string }) {
  const refresh = useRefresh(getSearchConsoleConnections);
  const refreshProperties = useRefresh(getSearchConsoleConnectionsByConnectionIdProperties);
  const test = useMutation<PostSearchConsoleConnectionsByConnectionIdTestResponse, ApiError>({
    mutationFn: () => ask(postSearchConsoleConnectionsByConnectionIdTest, { path: { connection_id: connectionId } }),
    onSuccess: ({ connection }) => {
      refresh();
      refreshProperties();
      say(connection.status === 'failing' ? 'Google refuses the account' : 'Google answers', connection.status === 'failing');
    },
    onError: ({ message }) => say(message, true),
  });
  return (
    <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
      Test
    </Button>
  );
}
