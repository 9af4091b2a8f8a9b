import type { FinalReply } from '../idempotency.ts';

export interface MemoryLimits {
  /** Characters of all answers that are kept. */
  readonly total: number;
  /** One that is larger is not kept. The grid of 10,000 keywords has 3.3 million characters. */
  readonly each: number;
  /** How long one is kept at most, should its version overlook something. */
  readonly keptMs: number;
}

export const MEMORY_LIMITS: MemoryLimits = { total: 32_000_000, each: 5_000_000, keptMs: 60_000 };

export type FindVersion = () => Promise<string | undefined>;

interface AskedVersion {
  /** Everything that decides the answer beside the data: the endpoint, what it was asked, the form, and what the caller may see. */
  readonly question: string;
  /** Of the data, as it was just read. */
  readonly version: string;
  readonly findVersion: FindVersion;
}

/**
 * The answers of endpoints that know the version of what they answer from (`Endpoint.version`): a question of one version is
 * asked once, and answered from memory until the version changes. While it is asked, all others who ask it wait, those with a
 * newer version too: of each question one is under way.
 */
export interface AnswerMemory {
  /** The version as it is after the call: those who ask while one is read share the next reading. @throws what `find` throws */
  readVersion(question: string, find: FindVersion): Promise<string | undefined>;
  recall(asked: AskedVersion, work: (version: string) => Promise<FinalReply>): Promise<FinalReply>;
  /** An answer that is begun after the call and not kept: those who ask while one is made share the next. @throws what `work` throws */
  share(question: string, work: () => Promise<FinalReply>): Promise<FinalReply>;
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
  const begin = (question: string, findVersion: FindVersion, work: (version: string) => Promise<FinalReply>): Promise<FinalReply> => {
    const last = answers.get(question);
    if (last !== undefined) forget(question, last);
    moment += 1;
    const reply = findVersion().then((version = '') => {
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
    readVersion: makeJoin(),
    share: makeJoin(),
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

interface Reading<Result> {
  readonly running: Promise<Result>;
  next?: Promise<Result>;
}

/** Of each question one reading runs, and at most one more is to follow. */
function makeJoin<Result>(): (question: string, find: () => Promise<Result>) => Promise<Result> {
  const readings = new Map<string, Reading<Result>>();
  const start = (question: string, find: () => Promise<Result>): Promise<Result> => {
    const reading: Reading<Result> = { running: find() };
    readings.set(question, reading);
    const end = (): void => {
      if (reading.next === undefined) readings.delete(question);
    };
    reading.running.then(end, end);
    return reading.running;
  };
  return (question, find) => {
    const reading = readings.get(question);
    if (reading === undefined) return start(question, find);
    const begin = (): Promise<Result> => start(question, find);
    return (reading.next ??= reading.running.then(begin, begin));
  };
}
