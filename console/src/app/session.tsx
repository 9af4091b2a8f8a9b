import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { getMe, type GetMeResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { setLiveAccess, type LiveAccess } from '#data/live.ts';
import { isMoneyShown } from '#ui/states/money.ts';
import { useStore } from '#data/store.ts';
import { waitingForProof, waitingForSignIn } from '#data/answers/wait-for-person.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { later } from '#ui/states/later.tsx';
import { WaitStrip } from './frame/notices.tsx';
import { toRights, type Hidden, type Part, type Right, type Rights } from './rights.ts';
import { makeClocks } from './world-time.ts';

/** Who looks at the console, and what the service is. */
export interface Session extends Rights {
  readonly me: GetMeResponse;
  readonly isSandbox: boolean;
}

const SignInPage = later(async () => (await import('./frame/sign-in.tsx')).SignInPage);
const SignInDialog = later(async () => (await import('./frame/sign-in-dialog.tsx')).SignInDialog);
const ProofDialog = later(async () => (await import('./frame/proof-dialog.tsx')).ProofDialog);
const NoMembership = later(async () => (await import('./frame/organization/no-membership.tsx')).NoMembership);
const EVERY_MS = 60_000;
const SessionContext = createContext<Session | undefined>(undefined);
/** Without a session, and outside of the sandbox, both are the real one. */
const ClockContext = createContext(makeClocks(0));

/** Gives the session to what is below, once there is one. Without one it asks the person to sign in, over what is shown. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { data: me, error, refetch } = useAnswer(getMe, {}, { everyMs: EVERY_MS });
  const isWaiting = useStore(waitingForSignIn) !== undefined;
  const isProofWanted = useStore(waitingForProof) !== undefined;
  const session = useMemo(() => {
    if (me === undefined) return undefined;
    // Before anything below is drawn.
    isMoneyShown.set(!me.hides.includes('money'));
    return { me, ...toRights(me), isSandbox: me.sandbox };
  }, [me]);
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
  if (isStranger(session.me)) return <NoMembership me={session.me} />;
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

/** A person who acts in no organization, and does not run the service. */
function isStranger({ kind, role, views_as: viewsAs }: GetMeResponse): boolean {
  return kind === 'user' && role === null && viewsAs === null;
}

/** Browsers send their cookie when they open a socket, and no other proof. */
function toLiveAccess({ session_id: session, rights, organization_id: organization, project_ids: projects }: GetMeResponse): LiveAccess {
  if (session === null) return 'none';
  return rights.includes('operate') && organization === null && projects === null ? 'all' : 'projects';
}

/** The session, on screens with the frame around them. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This screen has no session');
  return session;
}

/** Whether the person may do something. What they may not do is not offered; the service refuses it all the same. */
export function useMay(right: Right): boolean {
  return useSession().rights.has(right);
}

/** Whether the person is shown a part of the service: what is of another part is not asked for. */
export function useHasPart(part: Part): boolean {
  const { parts } = useSession();
  return parts === undefined || parts.has(part);
}

/** Whether the person is shown such values: what is hidden is in no answer. */
export function useShows(hidden: Hidden): boolean {
  return !useSession().hides.has(hidden);
}

/** The time of the observed world: for what was measured, planned or spent. */
export function useNow(): () => Date {
  return useContext(ClockContext).world;
}

/** The real time: for sessions, keys, shares, workflows and the audit log. */
export function useRealNow(): () => Date {
  return useContext(ClockContext).real;
}
