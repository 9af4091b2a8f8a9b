import { useState, type SyntheticEvent } from 'react';
import type { ApiError } from '#data/answers/api-error.ts';
import { askWatched } from '#data/answers/ask-watched.ts';
import { Failure } from './failure.tsx';
import { unlockShare } from './operations.ts';
import type { Share } from './span.ts';

interface PasswordFormProps {
  readonly token: string;
  readonly onOpen: (share: Share) => void;
}

/** Asks for the password of a share. Until it is given nothing is known of it, not even its name. */
export function PasswordForm({ token, onOpen }: PasswordFormProps) {
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
