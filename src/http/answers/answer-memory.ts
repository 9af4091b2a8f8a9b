import type { DataVersion } from '../endpoint.ts';
import type { FinalReply } from '../idempotency.ts';

export interface MemoryLimits {
  /** Characters of all answers that are kept. */
  readonly total: number;
  /** One that is larger is not kept. The grid of 10,000 keywords has 3.3 million characters. */
  readonly each: number;
  /** How long one is kept at most, should its version overlook something. */
  readonly keptMs: number;
  /** While data arrives: how long an answer is given although more has arrived. */
  readonly arrivingMs: number;
  /** While data arrives: how long after that an answer that is asked for is made again. */
  readonly renewedMs: number;
}

export const MEMORY_LIMITS: MemoryLimits = { total: 32_000_000, each: 5_000_000, keptMs: 60_000, arrivingMs: 4_000, renewedMs: 2_000 };

export type FindVersion = () => Promise<DataVersion | undefined>;

interface AskedVersion {
  /** Everything that decides the answer beside the data: the endpoint, what it was asked, the form, and what the caller may see. */
  readonly question: string;
  /** Of the data, as it was just read. */
  readonly version: DataVersion;
  readonly findVersion: FindVersion;
}

/**
 * The answers of endpoints that know the version of what they answer from (`Endpoint.version`): a question of one version is
 * asked once, and answered from memory until the version changes. While it is asked, all others who ask it wait, those with a
 * newer version too: of each question one is under way. While data arrives, they are given the last answer instead.
 */
export interface AnswerMemory {
  /** The version as it is after the call: those who ask while one is read share the next reading. @throws what `find` throws */
  readVersion(question: string, find: FindVersion): Promise<DataVersion | undefined>;
  /** @param work makes the answer of the version with this tag */
  recall(asked: AskedVersion, work: (tag: string) => Promise<FinalReply>): Promise<FinalReply>;
  /** An answer that is begun after the call and not kept: those who ask while one is made share the next. @throws what `work` throws */
  share(question: string, work: () => Promise<FinalReply>): Promise<FinalReply>;
}

interface Making {
  version: DataVersion | undefined;
  /** Counts what was begun before. */
  readonly begunAt: number;
  readonly begunAtMs: number;
  readonly reply: Promise<FinalReply>;
}

interface Kept extends Making {
  /** When nothing was known to be newer. */
  exactAtMs: number;
  readonly endedAtMs: number;
  readonly size: number;
}

/** @param now real milliseconds */
export function makeAnswerMemory(now: () => number, limits = MEMORY_LIMITS): AnswerMemory {
  const answers = makeKeptAnswers(now, limits);
  const underWay = new Map<string, Making>();
  const readAwaited = makeJoin<boolean>();
  let moment = 0;

  const begin = (question: string, findVersion: FindVersion, work: (tag: string) => Promise<FinalReply>): Promise<FinalReply> => {
    moment += 1;
    const reply = findVersion().then((version = { tag: '' }) => {
      making.version = version;
      return work(version.tag);
    });
    const making: Making = { version: undefined, begunAt: moment, begunAtMs: now(), reply };
    underWay.set(question, making);
    const end = (): void => void underWay.delete(question);
    reply.then((answer) => {
      end();
      answers.keep(question, making, answer);
    }, end);
    return reply;
  };
  /** Whether the answer lacks only what arrived in the last seconds. */
  const isRecent = (kept: Kept, version: DataVersion): version is Required<DataVersion> =>
    version.arriving !== undefined &&
    version.arriving.edits === kept.version?.arriving?.edits &&
    now() - kept.exactAtMs < limits.arrivingMs;
  return {
    readVersion: makeJoin(),
    share: makeJoin(),
    async recall({ question, version, findVersion }, work) {
      const arrivedAt = moment;
      // What was begun after a caller had read its version is at least as new.
      const isGood = ({ version: own, begunAt }: Making): boolean => own?.tag === version.tag || begunAt > arrivedAt;
      for (let hasWaited = false; ; hasWaited = true) {
        const kept = answers.find(question);
        if (kept !== undefined && isGood(kept)) {
          kept.exactAtMs = now();
          return await kept.reply;
        }
        if (kept !== undefined && isRecent(kept, version)) {
          hasWaited = true;
          if (await readAwaited(question, version.arriving.isMoreAwaited)) {
            const isOld = now() - kept.exactAtMs >= limits.renewedMs;
            // Its failure is that of those who wait for it.
            if (isOld && !underWay.has(question)) begin(question, findVersion, work).catch(() => undefined);
            return await kept.reply;
          }
        }
        const making = underWay.get(question);
        if (making !== undefined && isGood(making)) return await making.reply;
        // A version that was read before a wait may be older than that of others who came meanwhile.
        if (making === undefined) return await begin(question, hasWaited ? findVersion : () => Promise.resolve(version), work);
        await making.reply.catch(() => undefined);
      }
    },
  };
}

/** The last answer to each question, within the limits. */
function makeKeptAnswers(now: () => number, limits: MemoryLimits) {
  /** Least lately used first. */
  const answers = new Map<string, Kept>();
  let size = 0;
  const forget = (question: string): void => {
    size -= answers.get(question)?.size ?? 0;
    answers.delete(question);
  };
  const add = (question: string, kept: Kept): void => {
    answers.set(question, kept);
    size += kept.size;
  };
  return {
    /** Keeps a good answer in place of the one before; any other takes it away. */
    keep(question: string, making: Making, { status, text }: FinalReply): void {
      forget(question);
      if (status !== 200 || text.length > limits.each) return;
      add(question, { ...making, exactAtMs: making.begunAtMs, endedAtMs: now(), size: text.length + question.length });
      for (const oldest of answers.keys()) {
        if (size <= limits.total) break;
        forget(oldest);
      }
    },
    find(question: string): Kept | undefined {
      const kept = answers.get(question);
      if (kept === undefined) return undefined;
      forget(question);
      if (now() - kept.endedAtMs >= limits.keptMs) return undefined;
      add(question, kept);
      return kept;
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
