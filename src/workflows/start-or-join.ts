import { hashId } from '#kernel/ids.ts';
import type { Cache } from '#stores/cache/types.ts';
import { isOpen, type Workflows } from './types.ts';

const HINT_MS = 24 * 3_600_000;

/** Where such workflows are looked up. */
export interface Joinable {
  readonly workflows: Pick<Workflows, 'find'>;
  /** Remembers how many were done, so that the search for the newest is short. */
  readonly cache: Cache;
}

export interface JoinableSubject {
  /** The workflow's name. */
  readonly workflow: string;
  /** What it is about, in an order that stays. */
  readonly subject: readonly string[];
}

/**
 * Joins the workflow about a subject that is under way, or starts the next one. Its id is made from what it is
 * about and how often that was done before, so two starts at once are one.
 * @returns the id of the workflow
 */
export async function startOrJoin(
  { workflows, cache }: Joinable,
  { workflow, subject }: JoinableSubject,
  start: (id: string) => Promise<string>,
): Promise<string> {
  const hintKey = [workflow, ...subject].join(':');
  for (let number = (await cache.get<number>(hintKey)) ?? 1; ; number += 1) {
    const id = hashId(`${workflow}:`, [...subject, number]);
    const known = await workflows.find(id);
    if (known === undefined) return await start(id);
    if (isOpen(known.status)) return id;
    await cache.set(hintKey, number + 1, HINT_MS);
  }
}
