import { toDay } from '#kernel/clock.ts';
import type { AlertContext, FoldOptions, Folded, Match, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';

/** Something of the service that is so now, such as a key that expires soon. */
export interface StandingItem extends Pick<Match, 'to' | 'size'> {
  readonly id: string;
  readonly label: string;
}

/** All that is so now. */
export interface Standing extends Observation {
  readonly items: readonly StandingItem[];
}

/** Only the present is known of these: the past is not kept. @param list undefined: it cannot be said now */
export function makeStanding(
  name: string,
  list: (ctx: AlertContext, question: SourceQuestion) => Promise<readonly StandingItem[] | undefined>,
): Source<Subject, Standing> {
  return {
    name,
    lookBackDays: 0,
    read: async function* readStanding(ctx, question) {
      const now = ctx.clock.now();
      const day = toDay(now);
      if (question.projectId !== null || day < question.from || day > question.to) return;
      const items = await list(ctx, question);
      if (items !== undefined) yield { subject: { key: name, label: name }, observations: [{ day, at: now, items }] };
    },
  };
}

/** A match for each item, as a subject of its own; what is no item any more is over. */
export function foldStanding(subject: Subject, [now]: readonly Standing[], { firing }: FoldOptions): Folded {
  if (now === undefined) return { matches: [], suppressed: {}, considered: 0 };
  const keys = new Set(now.items.map(({ id }) => `${subject.key}/${id}`));
  const over = [...(firing?.keys() ?? [])].filter((key) => key.startsWith(`${subject.key}/`) && !keys.has(key));
  return {
    matches: now.items.map(({ id, label, to, size }) => ({
      subject: { key: `${subject.key}/${id}`, label },
      day: now.day,
      at: now.at,
      from: null,
      to,
      size,
      isPending: false,
      overOn: null,
    })),
    suppressed: {},
    considered: 1,
    ended: over.map((key) => ({ subject: key, overOn: now.day })),
  };
}
