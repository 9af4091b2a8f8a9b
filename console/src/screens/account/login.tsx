import { Card, Center } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getMe, getSession } from '#client';
import { FactorForm } from '#app/frame/factor-form.tsx';
import { SignInPage, useSignIn } from '#app/frame/sign-in.tsx';
import { ask, useAnswer } from '#data/answers/answers.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { forgetSecret, readSecret } from './secret-of-link.ts';

const UNAUTHORIZED = 401;
/** The service says the same of whatever does not sign in; a link that was made is refused for one of these. */
const REFUSED = {
  message: 'This link has been used or has expired.',
  hint: 'Each link works once. Run `sightline users sign-in-link` for a new one.',
};

/** Signs in by a form, or by a link that is good for one time and leads to the project, if there is one only. */
export function View() {
  const [link] = useState(() => readSecret(window.location.hash, 'link'));
  const navigate = useNavigate();
  const enter = useCallback(() => void navigate({ to: '/', replace: true }), [navigate]);
  const enterByLink = async (): Promise<void> => {
    const [only, ...others] = (await ask(getMe, {})).projects;
    if (only === undefined || others.length > 0) return enter();
    await navigate({ to: '/p/$projectId', params: { projectId: only.id }, replace: true });
  };
  const session = useAnswer(getSession, {}, { isWanted: link === undefined });
  const isSignedIn = session.data?.authenticated === true;
  useEffect(() => {
    if (isSignedIn) enter();
  }, [isSignedIn, enter]);
  if (link !== undefined) return <SignInByLink link={link} onDone={() => void enterByLink().catch(enter)} />;
  return isSignedIn ? null : <SignInPage onDone={enter} />;
}

function SignInByLink({ link, onDone }: { readonly link: string; readonly onDone: () => void }) {
  const { mutate, error, factor } = useSignIn(onDone);
  const navigate = useNavigate();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    forgetSecret();
    mutate({ link });
  }, [mutate, link]);
  if (factor)
    return (
      <Center mih="100vh" p="md" component="main" data-ready>
        <Card withBorder w={380} maw="100%" padding="xl">
          <FactorForm factor={factor} onBack={() => void navigate({ to: '/', replace: true })} onDone={onDone} />
        </Card>
      </Center>
    );
  return (
    <Center mih="100vh" p="md">
      {error ? (
        <div>
          <ErrorNote error={error.status === UNAUTHORIZED ? { ...REFUSED, requestId: error.requestId } : error} />
          <ButtonLink to="/" variant="default">
            Sign in another way
          </ButtonLink>
        </div>
      ) : (
        <p role="status">Signing in</p>
      )}
    </Center>
  );
}
