import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { getMe, type GetMeResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { setLiveAccess, type LiveAccess } from '#data/live.ts';
import { useStore } from '#data/store.ts';
import { waitingForProof, waitingForSignIn } from '#data/answers/wait-for-person.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { later } from '#ui/states/later.tsx';
import { WaitStrip } from './frame/notices.tsx';
import { makeClocks } from './world-time.ts';

/** Who looks at the console, and what the service is. */
export interface Session {
  readonly me: GetMeResponse;
  readonly scopes: ReadonlySet<string>;
  readonly isSandbox: boolean;
}

const SignInPage = later(async () => (await import('./frame/sign-in.tsx')).SignInPage);
const SignInDialog = later(async () => (await import('./frame/sign-in-dialog.tsx')).SignInDialog);
const ProofDialog = later(async () => (await import('./frame/proof-dialog.tsx')).ProofDialog);
const EVERY_MS = 60_000;
const SessionContext = createContext<Session | undefined>(undefined);
/** Without a session, and outside of the sandbox, both are the real one. */
const ClockContext = createContext(makeClocks(0));

/** Gives the session to what is below, once there is one. Without one it asks the person to sign in, over what is shown. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { data: me, error, refetch } = useAnswer(getMe, {}, { everyMs: EVERY_MS });
  const isWaiting = useStore(waitingForSignIn) !== undefined;
  const isProofWanted = useStore(waitingForProof) !== undefined;
  const session = useMemo(() => me && { me, scopes: new Set<string>(me.scopes), isSandbox: me.sandbox }, [me]);
  useEffect(() => setLiveAccess(me ? toLiveAccess(me) : 'none'), [me]);
  const offsetMs = me?.world_offset_ms ?? 0;
  const clocks = useMemo(() => makeClocks(offsetMs), [offsetMs]);
  if (!session) {
    if (isWaiting) return <SignInPage />;
    return error ? (
      <main data-ready>
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </main>
    ) : (
      <WaitStrip />
    );
  }
  return (
    <SessionContext value={session}>
      <ClockContext value={clocks}>
        {children}
        {isWaiting && <SignInDialog />}
        {isProofWanted && <ProofDialog />}
      </ClockContext>
    </SessionContext>
  );
}

/** Browsers send their cookie when they open a socket, and no other proof. */
function toLiveAccess({ session_id: session, scopes, organization_id: organization, project_ids: projects }: GetMeResponse): LiveAccess {
  if (session === null) return 'none';
  return scopes.includes('admin') && organization === null && projects === null ? 'all' : 'projects';
}

/** The session, on screens with the frame around them. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This screen has no session');
  return session;
}

/** The time of the observed world: for what was measured, planned or spent. */
export function useNow(): () => Date {
  return useContext(ClockContext).world;
}

/** The real time: for sessions, keys, shares, workflows and the audit log. */
export function useRealNow(): () => Date {
  return useContext(ClockContext).real;
}
