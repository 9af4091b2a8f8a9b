import { useState, type SyntheticEvent } from 'react';
import { isReached } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';
import { longWait, stopWaiting } from '#data/answers/waiting.ts';
import { FRAME_WORDS, sayUnreached } from '#ui/layout/frame-words.ts';
import { Failure, Waiting } from './failure.tsx';
import { getShare, unlockShare } from './operations.ts';
import { Report } from './report.tsx';
import type { Share } from './span.ts';
import { useLoaded } from './use-loaded.ts';
import { useScheme } from './use-scheme.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { askWatched } from '#data/answers/ask-watched.ts';

const NOT_FOUND = 404;

/** What a link for readers without an account shows: the password first where there is one. */
export function SharedPage({ token }: { readonly token: string }) {
  return (
    <>
      <Strips />
      <Opened token={token} />
    </>
  );
}

function Opened({ token }: { readonly token: string }) {
  const { scheme, toggle } = useScheme();
  const [unlocked, setUnlocked] = useState<Share>();
  const { data, error, retry } = useLoaded(getShare, { path: { token } });
  if (error?.status === NOT_FOUND) return <Gone />;
  if (!data) {
    return (
      <main className="narrow" aria-busy={!error} data-ready={error ? true : undefined}>
        {error ? <Failure error={error} onRetry={retry} /> : <Waiting />}
      </main>
    );
  }
  const share = unlocked ?? data.share;
  if (!share) return <PasswordForm token={token} onOpen={setUnlocked} />;
  const readAgain = (): void => {
    setUnlocked(undefined);
    retry();
  };
  return <Report token={token} share={share} scheme={scheme} onToggleScheme={toggle} onChanged={readAgain} />;
}

/** A link that never was, is over or was revoked: which of them is nothing that a stranger may learn. */
function Gone() {
  return (
    <main className="narrow" data-ready>
      <h1>This link does not work</h1>
      <p>It was revoked, has expired, or is incomplete. Ask the person who sent it for a new one.</p>
    </main>
  );
}

/** Says once for the whole page that the service cannot be reached, and that something takes long. */
function Strips() {
  const isThere = useStore(isReached);
  const long = useStore(longWait);
  return (
    <>
      {!isThere && (
        <p role="status" className="strip">
          {sayUnreached()}
        </p>
      )}
      {long !== 'none' && (
        <p role="status" className="strip">
          {FRAME_WORDS.waits[long]}
          {long === 'answers' && (
            <button type="button" onClick={stopWaiting}>
              {FRAME_WORDS.stop}
            </button>
          )}
        </p>
      )}
    </>
  );
}

interface PasswordFormProps {
  readonly token: string;
  readonly onOpen: (share: Share) => void;
}

/** Asks for the password of a share. Until it is given nothing is known of it, not even its name. */
function PasswordForm({ token, onOpen }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<ApiError>();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setError(undefined);
    try {
      const { share } = await askWatched(unlockShare, { path: { token }, body: { password } });
      if (share) onOpen(share);
    } catch (failure) {
      setError(failure as ApiError);
      setSending(false);
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <main className="narrow" data-ready>
      <h1>This page needs a password</h1>
      <form onSubmit={submit}>
        <label htmlFor="password">Password</label>
        <input
          id="password"
          type="password"
          autoComplete="off"
          required
          value={password}
          onChange={({ currentTarget: { value } }) => setPassword(value)}
        />
        <button type="submit" className="primary" disabled={isSending || password === ''}>
          Open
        </button>
        {error && <Failure error={error} />}
      </form>
    </main>
  );
}
