import type { AppContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { groupExamples } from './analytics.ts';
import { KINDS, ORIGINS, type Kind, type Origin } from './example.ts';
import { keepFresh } from './keep-fresh.ts';

export type ExampleCounts = Readonly<Record<Kind, Readonly<Record<Origin, number>>>>;

/** What another process adds is known here after this time. */
const FRESH_MS = 5_000;

const counts = keepFresh(async (clickhouse: AppContext['clickhouse']): Promise<ExampleCounts> => {
  const groups = await groupExamples(clickhouse);
  const countOf = (kind: Kind, origin: Origin): number =>
    groups.find((group) => group.kind === kind && group.origin === origin)?.examples ?? 0;
  return toRecord(KINDS, (kind) => toRecord(ORIGINS, (origin) => countOf(kind, origin)));
}, FRESH_MS);

const NONE: ExampleCounts = toRecord(KINDS, () => toRecord(ORIGINS, () => 0));

/** How many examples the index has. While it cannot be asked there are none: items are classified without it. */
export async function countExamples({ clickhouse, logger }: Pick<AppContext, 'clickhouse' | 'logger'>): Promise<ExampleCounts> {
  try {
    return await counts.get(clickhouse);
  } catch (error) {
    logger.warn({ error: messageOf(error) }, 'the similarity index cannot be asked');
    return NONE;
  }
}

/** Has the next batch see what was just added. */
export function forgetExamples({ clickhouse }: Pick<AppContext, 'clickhouse'>): void {
  counts.forget(clickhouse);
}

function toRecord<Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
