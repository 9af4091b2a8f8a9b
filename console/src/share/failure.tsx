import { UNREACHED, type ApiError } from '#data/answers/api-error.ts';
import { isReached } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';
import { FRAME_WORDS } from '#ui/layout/frame-words.ts';
import { useCountdown } from '#ui/actions/use-countdown.ts';

interface FailureProps {
  readonly error: ApiError;
  readonly onRetry?: () => void;
}

/** What went wrong, what to do about it, and the number that finds it in the log of the service. */
export function Failure({ error: { status, message, hint, requestId, retryAt }, onRetry }: FailureProps) {
  const isThere = useStore(isReached);
  // The strip over the page says it once.
  if (!isThere && status === UNREACHED) return null;
  return (
    <div role="alert" className="failure">
      <p>
        <strong>{message}</strong>
      </p>
      {hint && <p>{hint}</p>}
      {retryAt !== undefined && <Countdown until={retryAt} isByItself={onRetry !== undefined} />}
      {requestId && (
        <p>
          Request <code>{requestId}</code>
        </p>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function Countdown(props: { readonly until: number; readonly isByItself: boolean }) {
  return <p role="timer">{useCountdown(props)}</p>;
}

/** Takes the place of what is on its way, or cannot be asked for. */
export function Waiting() {
  return useStore(isReached) ? <div role="status" aria-label="Loading" className="waiting" /> : <p className="dim">{FRAME_WORDS.unread}</p>;
}
