import type { DeadLetter } from '#client';

/** Dead letters that failed for the same reason. */
export interface LetterGroup {
  /** Names the group in the address. */
  readonly key: string;
  readonly workflow: string;
  readonly queue: string;
  /** The error, with ids and numbers taken out. */
  readonly error: string;
  /** The newest first, as they came. */
  readonly letters: readonly DeadLetter[];
  /** Those that were not sent again. */
  readonly waiting: readonly DeadLetter[];
  readonly lastAt: string;
}

/** Ids of our own, UUIDs, addresses of the web, quoted texts and numbers: what makes equal errors look different. */
const VARYING =
  /https?:\/\/\S+|"[^"]*"|'[^']*'|\b[a-z]{2,8}_[0-9a-z]{8,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27,}\b|\b[0-9a-f]{16,}\b|\b\d[\d.,:]*\b/giu;

export function simplifyError(error: string): string {
  return error.split('\n', 1)[0]?.replaceAll(VARYING, '…').trim() ?? '';
}

/** Groups by the kind of work and the simplified error, the largest group of waiting letters first. */
export function groupLetters(letters: readonly DeadLetter[]): LetterGroup[] {
  const groups = Map.groupBy(letters, ({ workflow, error }) => `${workflow}: ${simplifyError(error)}`);
  return [...groups]
    .map(([key, own]) => toGroup(key, own))
    .toSorted((a, b) => b.waiting.length - a.waiting.length || b.letters.length - a.letters.length || a.key.localeCompare(b.key));
}

function toGroup(key: string, letters: readonly DeadLetter[]): LetterGroup {
  const [first] = letters;
  return {
    key,
    workflow: first?.workflow ?? '',
    queue: first?.queue ?? '',
    error: simplifyError(first?.error ?? ''),
    letters,
    waiting: letters.filter(({ retried_at: retriedAt }) => retriedAt === null),
    lastAt: letters.reduce((last, { failed_at: at }) => (at > last ? at : last), ''),
  };
}

export interface Hour {
  /** `YYYY-MM-DDTHH` in UTC. */
  readonly hour: string;
  /** By kind of work. */
  readonly counts: ReadonlyMap<string, number>;
}

const HOUR_MS = 3_600_000;

/** How many failed in each of the last hours, oldest first, those without any too. */
export function countByHour(letters: readonly DeadLetter[], nowMs: number, hours: number): Hour[] {
  const byHour = Map.groupBy(letters, ({ failed_at: at }) => at.slice(0, 13));
  return Array.from({ length: hours }, (_, index) => {
    const hour = new Date(nowMs - (hours - 1 - index) * HOUR_MS).toISOString().slice(0, 13);
    const counts = Map.groupBy(byHour.get(hour) ?? [], ({ workflow }) => workflow);
    return { hour, counts: new Map([...counts].map(([workflow, own]) => [workflow, own.length])) };
  });
}
