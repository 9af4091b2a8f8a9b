import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getSearchConsoleConnections,
  getSearchConsoleSetup,
  postSearchConsoleConnections,
  type PostSearchConsoleConnectionsResponse,
} from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { JsonBlock } from '#ui/json-block.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { SignIn } from './sign-in.tsx';
import { searchConsoleSearch } from './search.ts';

interface NewConnectionProps {
  readonly organizationId: string;
}

/** Two ways to an account: a person signs in at Google, or a service account shows its key. */
export function NewConnection({ organizationId }: NewConnectionProps) {
  const setup = useAnswer(getSearchConsoleSetup, {});
  const [name, setName] = useState('');
  const [isByKey, setByKey] = useState(false);
  return (
    <Answered answer={setup} height={120}>
      {({ can_sign_in: canSignIn, redirect_uri: redirectUri }) => (
        <Stack gap="sm">
          {canSignIn ? (
            <>
              <TextInput
                label="Name of the account"
                placeholder="Google account"
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <div>
                <SignIn label="Sign in at Google" organizationId={organizationId} accountName={name} />
              </div>
              <Text size="sm" c="dimmed">
                The OAuth client at Google must list this address, byte for byte. Publish its app: while the consent screen is in “Testing”,
                access ends after seven days.
              </Text>
              <JsonBlock label="Redirect address" value={redirectUri} />
            </>
          ) : (
            <Text size="sm">
              No OAuth client is set up: an operator sets SEARCH_CONSOLE_CLIENT_ID and SEARCH_CONSOLE_CLIENT_SECRET, and then people sign in
              here.
            </Text>
          )}
          {isByKey ? (
            <ServiceAccount organizationId={organizationId} />
          ) : (
            <div>
              <Button variant="subtle" onClick={() => setByKey(true)}>
                Use a service account
              </Button>
            </div>
          )}
        </Stack>
      )}
    </Answered>
  );
}

function ServiceAccount({ organizationId }: NewConnectionProps) {
  const { setSearch } = useScreenSearch(searchConsoleSearch);
  const refresh = useRefresh(getSearchConsoleConnections);
  const [key, setKey] = useState('');
  const add = useMutation<PostSearchConsoleConnectionsResponse, ApiError>({
    mutationFn: () =>
      ask(postSearchConsoleConnections, {
        body: { kind: 'service_account' as const, key, organization_id: organizationId },
      }),
    onSuccess: ({ connection }) => {
      refresh();
      setKey('');
      setSearch({ connection: connection?.id, fault: undefined });
      say('The service account is connected');
    },
  });
  return (
    <Stack gap="sm">
      <Textarea
        label="JSON key of the service account"
        description="As it was downloaded. Since May 2026 Google takes no new service accounts as users of a property; those of before go on."
        autosize
        minRows={4}
        maxRows={12}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {add.error !== null && <ErrorNote error={add.error} />}
      <div>
        <Button loading={add.isPending} disabled={key.trim() === ''} onClick={() => add.mutate()}>
          Connect
        </Button>
      </div>
    </Stack>
  );
}
