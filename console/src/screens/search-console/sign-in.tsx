import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { postSearchConsoleConnections, type PostSearchConsoleConnectionsResponse } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';

interface SignInProps {
  readonly label: string;
  readonly organizationId?: string | undefined;
  /** Set: access is given again to this one. */
  readonly connectionId?: string | undefined;
  readonly accountName?: string | undefined;
}

/** Leads to Google, which sends the browser back to this screen. */
export function SignIn({ label, organizationId, connectionId, accountName }: SignInProps) {
  const begin = useMutation<PostSearchConsoleConnectionsResponse, ApiError>({
    mutationFn: () =>
      ask(postSearchConsoleConnections, {
        body: {
          kind: 'oauth' as const,
          return_to: window.location.pathname,
          ...(organizationId === undefined ? {} : { organization_id: organizationId }),
          ...(connectionId === undefined ? {} : { connection_id: connectionId }),
          ...(accountName === undefined || accountName === '' ? {} : { account_name: accountName }),
        },
      }),
    onSuccess: ({ authorize_url: url }) => {
      if (url !== null) window.location.assign(url);
    },
    onError: ({ message }) => say(message, true),
  });
  return (
    <Button variant={connectionId === undefined ? 'filled' : 'default'} loading={begin.isPending} onClick={() => begin.mutate()}>
      {label}
    </Button>
  );
}
