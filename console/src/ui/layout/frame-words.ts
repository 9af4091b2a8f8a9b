/** What the frames of the console and of a shared page say of the service. */
export const FRAME_WORDS = {
  waits: { answers: 'Still waiting for the service.', changes: 'Still working on it.' },
  stop: 'Stop waiting',
  unread: 'Not loaded yet. It loads automatically when the service is back.',
} as const;

/** That nothing can be read, and what is shown meanwhile. */
export function sayUnreached(): string {
  const why = navigator.onLine ? 'The service is unreachable.' : 'You are offline.';
  return `${why} Reconnecting... Showing the last data received.`;
}
