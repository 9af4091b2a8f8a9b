import { Button, Card, Center, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  deleteSession,
  getInvitationsByToken,
  getMe,
  getSession,
  postInvitationsByToken,
  type GetInvitationsByTokenResponse,
  type PostInvitationsByTokenData,
} from '#client';
import { SignInForm } from '#app/frame/sign-in.tsx';
import { useLeave } from '#app/frame/organization/use-leave.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { askOnce } from '#data/answers/ask-once.ts';
import { formatInstant } from '#data/format.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { NewPassword } from './new-password.tsx';
import { forgetSecret, readSecret } from './secret-of-link.ts';

const NOT_FOUND = 404;

/** What an invitation is, once its link has proved itself, and the way in. */
export function View() {
  const [token] = useState(() => readSecret(window.location.hash, 'token'));
  useEffect(() => {
    document.title = 'Invitation · Sightline';
  }, []);
  return (
    <Center mih="100vh" p="md">
      <Card withBorder w={440} maw="100%" padding="xl">
        {token === undefined ? <IsOver /> : <Opened token={token} />}
      </Card>
    </Center>
  );
}

function IsOver() {
  return (
    <Stack>
      <Title order={1}>This link is not valid any more</Title>
      <Text>An invitation works once, for seven days, and until it is taken back. Ask whoever invited you for a new link.</Text>
      <ButtonLink to="/" variant="default">
        Open Sightline
      </ButtonLink>
    </Stack>
  );
}

function Opened({ token }: { readonly token: string }) {
  const invitation = useAnswer(getInvitationsByToken, { path: { token } });
  if (invitation.error?.status === NOT_FOUND) return <IsOver />;
  return (
    <Answered answer={invitation} height={320}>
      {(shown) => (
        <Stack>
          <Title order={1}>
            Join <bdi>{shown.organization}</bdi>
          </Title>
          <Text>
            {shown.invited_by === null ? 'You were invited' : <bdi>{shown.invited_by}</bdi>}
            {shown.invited_by !== null && ' invites you'} as {shown.role}, under the address {shown.email}.
          </Text>
          {shown.message !== null && (
            <Text component="blockquote" m={0} style={{ whiteSpace: 'pre-wrap' }}>
              <bdi>{shown.message}</bdi>
            </Text>
          )}
          <WayIn shown={shown} token={token} />
          <Text size="xs" c="dimmed">
            The link is valid until {formatInstant(shown.expires_at)} UTC.
          </Text>
        </Stack>
      )}
    </Answered>
  );
}

interface WayInProps {
  readonly shown: GetInvitationsByTokenResponse;
  readonly token: string;
}

/** A person with an account signs in on this page and joins; a new person chooses a name and a password. */
function WayIn({ shown, token }: WayInProps) {
  const session = useAnswer(getSession, {});
  const isPerson = session.data?.kind === 'user';
  const me = useAnswer(getMe, {}, { isWanted: isPerson });
  return (
    <Answered answer={session} height={160}>
      {() => {
        if (!isPerson) return shown.has_account ? <SignInFirst /> : <NewPerson token={token} />;
        return (
          <Answered answer={me} height={80}>
            {({ email }) => (email === shown.email ? <Join token={token} /> : <SomebodyElse email={email ?? ''} />)}
          </Answered>
        );
      }}
    </Answered>
  );
}

function SignInFirst() {
  return (
    <>
      <Text size="sm">You have an account with this address. Sign in to accept.</Text>
      <SignInForm />
    </>
  );
}

function SomebodyElse({ email }: { readonly email: string }) {
  const queries = useQueryClient();
  const signOut = useMutation<unknown, ApiError>({
    mutationFn: () => ask(deleteSession, {}),
    onSuccess: () => queries.resetQueries(),
  });
  return (
    <>
      <Text size="sm">You are signed in as {email}. This invitation is for another address.</Text>
      {signOut.error && <ErrorNote error={signOut.error} />}
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out and go on
      </Button>
    </>
  );
}

function useAccept(token: string) {
  const leave = useLeave();
  return useMutation<unknown, ApiError, NonNullable<PostInvitationsByTokenData['body']>>({
    mutationFn: (body) => askOnce(postInvitationsByToken, { path: { token }, body }),
    onSuccess: () => {
      forgetSecret();
      leave('/console/');
    },
  });
}

function Join({ token }: { readonly token: string }) {
  const accept = useAccept(token);
  return (
    <>
      {accept.error && <ErrorNote error={accept.error} />}
      <Button loading={accept.isPending} onClick={() => accept.mutate({})}>
        Accept the invitation
      </Button>
    </>
  );
}

function NewPerson({ token }: { readonly token: string }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const accept = useAccept(token);
  return (
    <form onSubmit={onSubmit(() => accept.mutate({ name: name.trim(), password }))}>
      <Stack>
        {accept.error && <ErrorNote error={accept.error} />}
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NewPassword value={password} onChange={setPassword} />
        <Button type="submit" loading={accept.isPending}>
          Create the account and join
        </Button>
      </Stack>
    </form>
  );
}
