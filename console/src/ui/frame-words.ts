/** What the frames of the console and of a shared page say of the service. */
export const FRAME_WORDS = {
  waits: { answers: 'Still waiting for an answer of the service.', changes: 'Still waiting for the service to do this.' },
  stop: 'Stop waiting',
  unread: 'Not read yet. It comes by itself when the service can be reached.',
} as const;

/** That nothing can be read, and what is shown meanwhile. */
export function sayUnreached(): string {
  const why = navigator.onLine ? 'The service cannot be reached.' : 'You are offline.';
  return `${why} What is shown is what was read before; it is read again when the service can be reached.`;
}
