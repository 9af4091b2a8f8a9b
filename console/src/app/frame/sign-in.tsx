import { Anchor, Button, Card, Center, PasswordInput, Stack, Text, TextInput, Title, Code } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { getSession, getSetup, postSession, type FactorNeeded, type PostSessionData, type PostSessionResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { askOnce } from '#data/answers/ask-once.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { later } from '#ui/states/later.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { useEnter } from './use-enter.ts';
import { ProviderButtons } from './provider-buttons.tsx';

type Proof = PostSessionData['body'];
/** A passkey is asked for at the moment that it is wanted. */
const BY_PASSKEY = 'passkey';

const FactorForm = later(async () => (await import('./factor-form.tsx')).FactorForm);

/** Begins a session, or says that it wants a second factor. */
export function useSignIn(onDone?: () => void) {
  const enter = useEnter(onDone);
  const [factor, setFactor] = useState<FactorNeeded>();
  const signIn = useMutation<PostSessionResponse, ApiError, Proof | typeof BY_PASSKEY>({
    mutationFn: async (proof) => await askOnce(postSession, { body: proof === BY_PASSKEY ? await signByPasskey() : proof }),
    onSuccess: ({ factor: needed }) => (needed === null ? enter() : setFactor(needed)),
  });
  const beginAgain = (): void => {
    setFactor(undefined);
    signIn.reset();
  };
  return { ...signIn, factor, beginAgain };
}

async function signByPasskey(): Promise<Proof> {
  const { signWithPasskey } = await import('#data/answers/passkeys.ts');
  return { passkey: await signWithPasskey() };
}

/** Signs in by e-mail address and password, by a passkey, or by an API key. */
export function SignInForm({ onDone }: { readonly onDone?: () => void }) {
  const [isByKey, setByKey] = useState(false);
  const [email, setEmail] = useState('');
  const [secret, setSecret] = useState('');
  const { mutate, error, isPending, reset, factor, beginAgain } = useSignIn(onDone);
  const turn = (): void => {
    setByKey(!isByKey);
    setSecret('');
    reset();
  };
  if (factor) return <FactorForm factor={factor} onBack={beginAgain} {...(onDone && { onDone })} />;
  return (
    <form onSubmit={onSubmit(() => mutate(isByKey ? { api_key: secret.trim() } : { email: email.trim(), password: secret }))}>
      <Stack>
        {error && <ErrorNote error={error} />}
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
        <Button type="submit" loading={isPending}>
          Sign in
        </Button>
        {!isByKey && 'PublicKeyCredential' in window && (
          <Button variant="default" disabled={isPending} onClick={() => mutate(BY_PASSKEY)}>
            Sign in with a passkey
          </Button>
        )}
        {!isByKey && <ProviderButtons email={email} />}
        <Anchor component="button" type="button" size="sm" onClick={turn}>
          {isByKey ? 'Sign in with a password' : 'Sign in with an API key'}
        </Anchor>
      </Stack>
    </form>
  );
}

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
          <Forgotten />
        </Stack>
      </Card>
    </Center>
  );
}

/** How a person comes in without their password. */
function Forgotten() {
  const session = useAnswer(getSession, {});
  if (session.data?.sends_mail === true)
    return (
      <AppLink to="/password" size="sm">
        Password forgotten?
      </AppLink>
    );
  return (
    <Text size="xs" c="dimmed">
      Password forgotten? An operator can make a link that signs you in: <Code>sightline users sign-in-link</Code> on the server.
    </Text>
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
