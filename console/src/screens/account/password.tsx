import { Button, Card, Center, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { postPasswordForgotten, postPasswordReset } from '#client';
import type { ApiError } from '#data/answers/api-error.ts';
import { askOnce } from '#data/answers/ask-once.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { NewPassword } from './new-password.tsx';
import { forgetSecret, readSecret } from './secret-of-link.ts';

/** Has a link mailed to a person who forgot their password; at the address of that link asks for another password. */
export function View() {
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    document.title = 'Password forgotten · Sightline';
    // The link of the mail may be opened where this page is shown already.
    const read = (): void => setToken(readToken());
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return (
    <Center mih="100vh" p="md">
      <Card withBorder w={420} maw="100%" padding="xl">
        {token === undefined ? <AskForLink /> : <ChoosePassword token={token} />}
      </Card>
    </Center>
  );
}

function readToken(): string | undefined {
  return readSecret(window.location.hash, 'token');
}

function AskForLink() {
  const [email, setEmail] = useState('');
  const send = useMutation<unknown, ApiError>({ mutationFn: () => askOnce(postPasswordForgotten, { body: { email: email.trim() } }) });
  if (send.isSuccess)
    return (
      <Stack>
        <Title order={1}>Look into your mail</Title>
        <Text role="status">If {email.trim()} has an account here, a link is on its way. It is good for half an hour.</Text>
        <Text size="sm" c="dimmed">
          Without a mail after some minutes, ask an operator for a link that signs you in.
        </Text>
        <ButtonLink to="/login" variant="default">
          Back to the sign-in
        </ButtonLink>
      </Stack>
    );
  return (
    <form onSubmit={onSubmit(() => send.mutate())}>
      <Stack>
        <Title order={1}>Password forgotten</Title>
        <Text size="sm">A mail brings you a link to choose another one.</Text>
        {send.error && <ErrorNote error={send.error} />}
        <TextInput
          type="email"
          label="E-mail address"
          autoComplete="username"
          required
          data-autofocus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button type="submit" loading={send.isPending}>
          Send the link
        </Button>
        <ButtonLink to="/login" variant="default">
          Back to the sign-in
        </ButtonLink>
      </Stack>
    </form>
  );
}

function ChoosePassword({ token }: { readonly token: string }) {
  const [password, setPassword] = useState('');
  const change = useMutation<unknown, ApiError>({
    mutationFn: () => askOnce(postPasswordReset, { body: { token, password } }),
    onSuccess: forgetSecret,
  });
  if (change.isSuccess)
    return (
      <Stack>
        <Title order={1}>Your password is changed</Title>
        <Text role="status">Every browser that was signed in as you is signed out.</Text>
        <ButtonLink to="/login">Sign in</ButtonLink>
      </Stack>
    );
  return (
    <form onSubmit={onSubmit(() => change.mutate())}>
      <Stack>
        <Title order={1}>Choose another password</Title>
        {change.error && <ErrorNote error={change.error} />}
        <NewPassword label="New password" value={password} onChange={setPassword} />
        <Button type="submit" loading={change.isPending}>
          Change the password
        </Button>
      </Stack>
    </form>
  );
}
