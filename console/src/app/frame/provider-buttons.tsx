import { Alert, Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { getSessionOidc, type GetSessionOidcResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';

type Failure = NonNullable<GetSessionOidcResponse['failure']>;

const WORDS: Readonly<Record<Failure, string>> = {
  refused: 'The answer of the identity provider did not prove who you are. Try again.',
  no_access: 'You are known to the identity provider, and have no access here. Ask for an invitation.',
  unavailable: 'The identity provider does not answer. Try again later, or sign in another way.',
  denied: 'The identity provider did not sign you in.',
};
const ADDRESS = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/iu;
const TYPING_MS = 400;

/** Ways in by identity providers: those that are listed, and those that speak for the domain of the address that is typed. */
export function ProviderButtons({ email }: { readonly email: string }) {
  const [typed] = useDebouncedValue(email.trim(), TYPING_MS);
  const listed = useAnswer(getSessionOidc, {});
  const isAddress = ADDRESS.test(typed);
  const ofAddress = useAnswer(getSessionOidc, { query: { email: typed } }, { isWanted: isAddress });
  const providers = [...(isAddress ? (ofAddress.data?.providers ?? []) : []), ...(listed.data?.providers ?? [])];
  const shown = [...new Map(providers.map((one) => [one.id, one])).values()];
  return (
    <Stack gap="xs">
      <SignInFailure failure={listed.data?.failure ?? null} />
      {shown.map(({ id, button }) => (
        <Button key={id} component="a" variant="default" href={toAddress(id)}>
          {button}
        </Button>
      ))}
    </Stack>
  );
}

/** Why the browser came back from a provider. The service says it once, so it is kept here. */
export function SignInFailure({ failure }: { readonly failure: Failure | null }) {
  const [kept, setKept] = useState(failure);
  useEffect(() => {
    if (failure !== null) setKept(failure);
  }, [failure]);
  if (kept === null) return null;
  return (
    <Alert color="red" variant="outline" role="alert">
      {WORDS[kept]}
    </Alert>
  );
}

/** After the sign-in the person is where they were, but on the pages that sign in. */
function toAddress(id: string): string {
  const { pathname, search, hash } = window.location;
  const isElsewhere = /^\/console\/(?:login|setup|password)/u.test(pathname);
  const query = new URLSearchParams(isElsewhere ? {} : { return_to: pathname + search + hash });
  return `/api/session/oidc/${encodeURIComponent(id)}?${query.toString()}`;
}
