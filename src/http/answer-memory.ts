import type { FinalReply } from './idempotency.ts';

export interface MemoryLimits {
  /** Characters of all answers that are kept. */
  readonly total: number;
  /** One that is larger is not kept. */
  readonly each: number;
  /** How long one is kept at most, should its version overlook something. */
  readonly keptMs: number;
}

export const MEMORY_LIMITS: MemoryLimits = { total: 24_000_000, each: 3_000_000, keptMs: 60_000 };

interface AskedVersion {
  /** Everything that decides the answer beside the data: the endpoint, what it was asked, and the form. */
  readonly question: string;
  /** Of the data, as it was just read. */
  readonly version: string;
  readonly findVersion: () => Promise<string>;
}

/**
 * The answers of endpoints that know the version of what they answer from (`Endpoint.version`): a question of one version is
 * asked once, and answered from memory until the version changes. While it is asked, all others who ask it wait, those with a
 * newer version too: of each question one is under way.
 */
export interface AnswerMemory {
  recall(asked: AskedVersion, work: (version: string) => Promise<FinalReply>): Promise<FinalReply>;
}

interface Kept {
  version: string | undefined;
  readonly begunAt: number;
  readonly reply: Promise<FinalReply>;
  endedAt: number | undefined;
  size: number;
}

/** @param now real milliseconds */
export function makeAnswerMemory(now: () => number, limits = MEMORY_LIMITS): AnswerMemory {
  /** Least lately used first. */
  const answers = new Map<string, Kept>();
  let size = 0;
  let moment = 0;

  const forget = (question: string, kept: Kept): void => {
    if (answers.get(question) !== kept) return;
    answers.delete(question);
    size -= kept.size;
  };
  const keep = (question: string, kept: Kept, { status, text }: FinalReply): void => {
    kept.endedAt = now();
    if (status !== 200 || text.length > limits.each) return forget(question, kept);
    if (answers.get(question) !== kept) return;
    kept.size = text.length + question.length;
    size += kept.size;
    for (const [oldest, other] of answers) {
      if (size <= limits.total) break;
      if (other.endedAt !== undefined) forget(oldest, other);
    }
  };
  const begin = (question: string, findVersion: () => Promise<string>, work: (version: string) => Promise<FinalReply>): Promise<FinalReply> => {
    const last = answers.get(question);
    if (last !== undefined) forget(question, last);
    moment += 1;
    const reply = findVersion().then((version) => {
      kept.version = version;
      return work(version);
    });
    const kept: Kept = { version: undefined, begunAt: moment, reply, endedAt: undefined, size: 0 };
    answers.set(question, kept);
    reply.then(
      (answer) => keep(question, kept, answer),
      () => forget(question, kept),
    );
    return reply;
  };
  const isGood = ({ version, begunAt, endedAt }: Kept, wanted: string, arrivedAt: number): boolean => {
    if (endedAt !== undefined && now() - endedAt >= limits.keptMs) return false;
    // What was begun after a caller had read its version is at least as new.
    return version === wanted || begunAt > arrivedAt;
  };
  return {
    async recall({ question, version, findVersion }, work) {
      const arrivedAt = moment;
      for (let readAgain = false; ; readAgain = true) {
        const kept = answers.get(question);
        if (kept !== undefined && isGood(kept, version, arrivedAt)) {
          answers.delete(question);
          answers.set(question, kept);
          return await kept.reply;
        }
        if (kept === undefined || kept.endedAt !== undefined)
          return await begin(question, readAgain ? findVersion : () => Promise.resolve(version), work);
        await kept.reply.catch(() => undefined);
      }
    },
  };
}
