import { Button, Card, Center, Code, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getSetup, postSetup } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { askOnce } from '#data/answers/ask-once.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { NewPassword } from './new-password.tsx';
import { forgetSecret, readSecret } from './secret-of-link.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';

/** Makes the first owner, by the link that the service printed when it started. */
export function View() {
  const [token] = useState(() => readSecret(window.location.hash, 'token'));
  const setup = useAnswer(getSetup, {});
  useEffect(() => {
    document.title = 'First owner · Sightline';
  }, []);
  return (
    <Center mih="100vh" p="md">
      <Card withBorder w={420} maw="100%" padding="xl">
        <Answered answer={setup} height={320}>
          {({ needed }) => (needed ? token ? <OwnerForm token={token} /> : <LinkIsNeeded /> : <IsDone />)}
        </Answered>
      </Card>
    </Center>
  );
}

function IsDone() {
  return (
    <Stack>
      <Title order={1}>This service already has an owner</Title>
      <Text>This link has been used. The owner can sign in.</Text>
      <ButtonLink to="/login">Sign in</ButtonLink>
    </Stack>
  );
}

function LinkIsNeeded() {
  return (
    <Stack>
      <Title order={1}>A setup link is needed</Title>
      <Text>
        The service printed one at startup. It is also in the file <Code>setup-link</Code> in its data folder, and{' '}
        <Code>sightline users setup-link</Code> prints a new one.
      </Text>
    </Stack>
  );
}

function OwnerForm({ token }: { readonly token: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const make = useMutation<unknown, ApiError>({
    mutationFn: () => askOnce(postSetup, { body: { token, name: name.trim(), email: email.trim(), password } }),
    onSuccess: async () => {
      forgetSecret();
      queries.clear();
      await navigate({ to: '/', replace: true });
    },
  });
  return (
    <form onSubmit={onSubmit(() => make.mutate())}>
      <Stack>
        <Title order={1}>Welcome to Sightline</Title>
        <Text size="sm" c="dimmed">
          You are the first user and will own this service.
        </Text>
        {make.error && <ErrorNote error={make.error} />}
        <TextInput
          label="Name"
          autoComplete="name"
          required
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          type="email"
          label="E-mail address"
          autoComplete="username"
          required
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <NewPassword value={password} onChange={setPassword} />
        <Button type="submit" loading={make.isPending}>
          Create the account
        </Button>
      </Stack>
    </form>
  );
}
