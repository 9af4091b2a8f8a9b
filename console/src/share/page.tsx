import { useState } from 'react';
import { getPublicSharesByToken } from '../../../clients/typescript/src/index.ts';
import { askOnce } from '../data/ask-once.ts';
import { Failure } from './failure.tsx';
import { PasswordForm } from './password-form.tsx';
import { Report } from './report.tsx';
import type { Share } from './span.ts';
import { useLoaded } from './use-loaded.ts';
import { useScheme } from './use-scheme.ts';

const NOT_FOUND = 404;

/** What a link for readers without an account shows: the password first where there is one. */
export function SharedPage({ token }: { readonly token: string }) {
  const { scheme, toggle } = useScheme();
  const [unlocked, setUnlocked] = useState<Share>();
  const [isLocked, setLocked] = useState(false);
  const { data, error, retry } = useLoaded(token, (signal) => askOnce(getPublicSharesByToken, { path: { token }, signal }));
  const share = unlocked ?? data?.share;
  if (error?.status === NOT_FOUND) return <Gone />;
  if (error) {
    return (
      <main className="narrow" data-ready>
        <Failure error={error} onRetry={retry} />
      </main>
    );
  }
  if (!data) return <main className="narrow" aria-busy="true" />;
  if (!share || isLocked) {
    const open = (next: Share): void => {
      setUnlocked(next);
      setLocked(false);
    };
    return <PasswordForm token={token} onOpen={open} />;
  }
  return <Report token={token} share={share} scheme={scheme} onToggleScheme={toggle} onLocked={() => setLocked(true)} />;
}

/** A link that never was, is over or was revoked: which of them is nothing that a stranger may learn. */
function Gone() {
  return (
    <main className="narrow" data-ready>
      <h1>This link does not work</h1>
      <p>It was ended, it has run out, or it is not complete. Ask the person who sent it for a new one.</p>
    </main>
  );
}
