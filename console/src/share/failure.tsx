import type { ApiError } from '../data/api-error.ts';

interface FailureProps {
  readonly error: Pick<ApiError, 'message' | 'hint' | 'requestId'>;
  readonly onRetry?: () => void;
}

/** What went wrong, and the number that finds it in the log of the service. */
export function Failure({ error: { message, hint, requestId }, onRetry }: FailureProps) {
  return (
    <div role="alert" className="failure">
      <p>
        <strong>{message}</strong>
      </p>
      {hint && <p>{hint}</p>}
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
