import { Anchor, Button, Card, Center, PasswordInput, Stack, Text, TextInput, Title, Code } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { getSetup, postSession, type PostSessionData } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { askOnce } from '#data/answers/ask-once.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { waitingForSignIn } from '#data/answers/sign-in.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

type Proof = PostSessionData['body'];

/** Begins a session, and goes on with what waits for it. */
export function useSignIn(onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation<unknown, ApiError, Proof>({
    mutationFn: (body) => askOnce(postSession, { body }),
    onSuccess: () => {
      waitingForSignIn.get()?.goOn();
      void queries.invalidateQueries();
      onDone?.();
    },
  });
}

/** Signs in by e-mail address and password, or by an API key. */
export function SignInForm({ onDone }: { readonly onDone?: () => void }) {
  const [isByKey, setByKey] = useState(false);
  const [email, setEmail] = useState('');
  const [secret, setSecret] = useState('');
  const signIn = useSignIn(onDone);
  const turn = (): void => {
    setByKey(!isByKey);
    setSecret('');
    signIn.reset();
  };
  return (
    <form onSubmit={onSubmit(() => signIn.mutate(isByKey ? { api_key: secret.trim() } : { email: email.trim(), password: secret }))}>
      <Stack>
        {signIn.error && <ErrorNote error={signIn.error} />}
        {!isByKey && (
          <TextInput
            type="email"
            label="E-mail address"
            autoComplete="username"
            required
            data-autofocus
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        )}
        <PasswordInput
          key={String(isByKey)}
          label={isByKey ? 'API key' : 'Password'}
          autoComplete={isByKey ? 'off' : 'current-password'}
          required
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        {isByKey && (
          <Text size="sm" c="dimmed">
            The key is not stored in this browser. The session has the access of the key and ends with it.
          </Text>
        )}
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={turn}>
          {isByKey ? 'Sign in with a password' : 'Sign in with an API key'}
        </Anchor>
      </Stack>
    </form>
  );
}

const HELP = 'Forgot your password? Run "sightline users reset" on the server to set a new one.';

interface SignInPageProps {
  readonly onDone?: () => void;
}

/**
 * Takes the whole page, at the address that the person wanted: it is shown as soon as they are in. Before there is an
 * owner it says how one is made; until that is known it shows nothing.
 */
export function SignInPage({ onDone }: SignInPageProps) {
  const setup = useAnswer(getSetup, {});
  const form = <SignInForm {...(onDone && { onDone })} />;
  if (setup.data === undefined && setup.error === null) return <main aria-busy />;
  return setup.data?.needed === true ? <OwnerIsMissing form={form} /> : <SignInCard form={form} />;
}

function SignInCard({ form }: { readonly form: ReactNode }) {
  useEffect(() => {
    document.title = 'Sign in · Sightline';
  }, []);
  return (
    <Center mih="100vh" p="md" component="main" data-ready>
      <Card withBorder w={380} maw="100%" padding="xl">
        <Stack>
          <Title order={1}>Sign in to Sightline</Title>
          {form}
          <Text size="xs" c="dimmed">
            {HELP}
          </Text>
        </Stack>
      </Card>
    </Center>
  );
}

/** The page of a service that has no owner yet. @param form for those who have a key */
function OwnerIsMissing({ form }: { readonly form: ReactNode }) {
  const [isByKey, setByKey] = useState(false);
  return (
    <Center mih="100vh" p="md" component="main" data-ready>
      <Card withBorder w={460} maw="100%" padding="xl">
        <Stack>
          <Title order={1}>This service has no owner yet</Title>
          <Text>
            At startup it printed a link that creates one. The link is also in the file <Code>setup-link</Code> in its data folder, and{' '}
            <Code>sightline users setup-link</Code> prints a new one.
          </Text>
          {isByKey ? (
            form
          ) : (
            <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setByKey(true)}>
              I have an API key
            </Anchor>
          )}
        </Stack>
      </Card>
    </Center>
  );
}
