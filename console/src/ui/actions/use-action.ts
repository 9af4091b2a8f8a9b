import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useSession } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { assertWell, isBadEnd, readCameOf, sayCameOf, type CameOf } from '#data/answers/came-of.ts';
import { joinEnds, watchEnd } from '#data/answers/watch-end.ts';

export interface ActionProps<Done> {
  /** What will be done: `Check 12 keywords now`. */
  readonly title: string;
  readonly run: () => Promise<Done>;
  readonly onDone?: ((done: Done) => void) | undefined;
  readonly onClose: () => void;
  /** What the answer says of the action; read from its fields unless given. */
  readonly cameOf?: ((done: Done) => CameOf) | undefined;
  /** Where the end of what was begun is asked for; where the answer says unless given. */
  readonly endsAt?: ((done: Done) => readonly string[]) | undefined;
}

/** Only operators may ask for these. */
const OF_OPERATORS = '/api/admin/';

/**
 * Runs the action of a dialog and says what came of it: done, only started, or failed. A failure keeps the dialog open with its reason,
 * also one within an answer of 200. The end of what was started is said when it comes.
 */
export function useAction<Done>({ title, run, onDone, onClose, cameOf = readCameOf, endsAt = listStatusUrls }: ActionProps<Done>) {
  const queries = useQueryClient();
  const { rights } = useSession();
  const watch = async (done: Done): Promise<void> => {
    const urls = endsAt(done).filter((url) => rights.has('operate') || !url.startsWith(OF_OPERATORS));
    if (urls.length === 0) return;
    const end = joinEnds(await Promise.all(urls.map(watchEnd)));
    void queries.invalidateQueries();
    if (end) say(sayCameOf(title, end), isBadEnd(end));
  };
  return useMutation<Done, ApiError>({
    mutationFn: async () => {
      const done = await run();
      // What did not fail of it is there.
      if (isBadEnd(cameOf(done))) void queries.invalidateQueries();
      return assertWell(done, cameOf);
    },
    onSuccess: (done) => {
      const came = cameOf(done);
      say(sayCameOf(title, came));
      if (came.state === 'started') void watch(done);
      onDone?.(done);
      onClose();
    },
  }) satisfies UseMutationResult<Done, ApiError, void>;
}

interface Begun {
  readonly status_url?: unknown;
  readonly serp_tracking?: Begun;
  readonly orchestration?: Begun | null;
}

function listStatusUrls(done: unknown): string[] {
  const { status_url: url, serp_tracking: checks, orchestration } = (done ?? {}) as Begun;
  return [url, checks?.status_url, orchestration?.status_url].filter((one) => typeof one === 'string').slice(0, 1);
}
