import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import { toGroups } from '#kernel/lists.ts';
import { mirrorKeywords } from '../queues.ts';
import { listKeptTexts } from './store.ts';

/** Texts that are read and queued in one transaction. */
const READ_AT_ONCE = 5_000;

/** What was put on the queue. */
export interface Mirrored {
  readonly keywords: number;
  /** One for each batch. */
  readonly workflowIds: readonly string[];
}

/**
 * Sends what a run has kept to the outside entity store, behind the run's back: one message for each batch of keywords,
 * with ids made from the run and the keywords, so that a repeat sends nothing twice. Without an entity
 * store nothing happens.
 */
export async function mirrorEntities(
  { postgres, workflows, entityStore }: Pick<AppContext, 'postgres' | 'workflows' | 'entityStore'>,
  runId: string,
): Promise<Mirrored> {
  let done: Mirrored = { keywords: 0, workflowIds: [] };
  if (!entityStore.isConfigured) return done;
  for (let after: string | undefined = ''; after !== undefined;) {
    const texts: readonly string[] = await listKeptTexts(postgres, { runId, after, limit: READ_AT_ONCE });
    const messages = toGroups(texts, entityStore.batchMax).map((keywords) => ({
      id: hashId('wf_', ['entity-mirror', runId, ...keywords]),
      payload: { run_id: runId, keywords },
    }));
    const ids = await postgres.transaction((tx) => workflows.sendAll(tx, mirrorKeywords, messages));
    done = { keywords: done.keywords + texts.length, workflowIds: [...done.workflowIds, ...ids] };
    after = texts.length < READ_AT_ONCE ? undefined : texts.at(-1);
  }
  return done;
}
