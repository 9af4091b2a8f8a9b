import { useQueryClient } from '@tanstack/react-query';
import { waitingForSignIn } from '#data/answers/wait-for-person.ts';

/** What follows a session that has begun: what waits for it goes on, and everything is asked for again. */
export function useEnter(onDone?: () => void): () => void {
  const queries = useQueryClient();
  return () => {
    waitingForSignIn.get()?.end(true);
    void queries.invalidateQueries();
    onDone?.();
  };
}
