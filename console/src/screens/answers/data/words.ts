import type { AnswerChange, AnswerRate, AnswerSample, AnswerShare } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import { joinWords, sayPoints } from '#data/sentence.ts';
import { formatShare } from '#data/shares.ts';
import { SURFACES, type MentionKind, type Status, type Surface } from './types.ts';

/** Fewer answers than this say a share of nothing: only their interval is shown. */
export const ANSWERS_MIN = 5;

/** Names of assistants that are not read. */
const UNREAD: Readonly<Record<string, string>> = { copilot: 'Copilot' };

/** `chat_gpt` as `ChatGPT`. */
export function toSurfaceName(surface: string): string {
  return SURFACES.find(({ value }) => value === surface)?.label ?? UNREAD[surface] ?? surface;
}

/** A kind of sites as the classifier names it; those that it has not looked at, or could not tell. */
export function toClassName(name: string): string {
  if (name === 'not_classified') return 'never classified';
  return name.replaceAll('_', ' ');
}

/** Surfaces in the order in which they stand everywhere. */
export function sortSurfaces(surfaces: Iterable<string>): Surface[] {
  const known = new Set(surfaces);
  return SURFACES.map(({ value }) => value).filter((value) => known.has(value));
}

/** A rate as its number and its bar show it. */
export interface Said {
  /** The number, or the reason why there is none. */
  readonly text: string;
  readonly isKnown: boolean;
  /** `25.8% to 37.4%`; empty without an interval. */
  readonly interval: string;
  /** Of how many. */
  readonly of: string;
}

/** A rate over whole answers; fewer than five are too few for a number, and none is not known. */
export function sayRate({ value, low, high, n, successes }: AnswerRate): Said {
  const of = n === 0 ? 'without an answer' : `${formatCount(successes)} of ${formatPlural(n, 'answer')}`;
  if (value === null || n === 0) return { text: 'not known', isKnown: false, interval: '', of };
  const interval = sayInterval(low, high);
  return n < ANSWERS_MIN ? { text: 'too few', isKnown: false, interval, of } : { text: formatShare(value), isKnown: true, interval, of };
}

/** A share over answers that hold several brands; the service gives none below twenty such answers. */
export function sayShare({ value, low, high, answers, own, all }: AnswerShare): Said {
  const of =
    answers === 0
      ? 'prompts that name a brand are left out'
      : `${formatCount(own)} of ${formatPlural(all, 'mention')} in ${formatPlural(answers, 'answer')} that ${answers === 1 ? 'names' : 'name'} a brand`;
  if (value === null) return { text: answers === 0 ? 'not known' : 'too few', isKnown: false, interval: sayInterval(low, high), of };
  return { text: formatShare(value), isKnown: true, interval: sayInterval(low, high), of };
}

function sayInterval(low: number | null, high: number | null): string {
  return low === null || high === null ? '' : `${formatShare(low)} to ${formatShare(high)}`;
}

/** The change of a rate against weeks before, in words; as many weeks just before, unless others are named. */
export function sayChange({ verdict, difference, low, high }: AnswerChange, since = 'the weeks before'): string {
  const by = difference === null ? '' : `${sayPoints(difference) ?? '0 points'} (${signPoints(low)} to ${signPoints(high)})`;
  switch (verdict) {
    case 'moved_up':
      return `Up by ${by} since ${since}`;
    case 'moved_down':
      return `Down by ${by} since ${since}`;
    case 'within_noise':
      return `Within noise: ${signPoints(difference)} points (${signPoints(low)} to ${signPoints(high)}) since ${since}`;
    case 'too_few':
      return `Too few answers to compare with ${since}`;
    case 'model_changed':
      return `Cannot be compared with ${since}: the model changed`;
    case 'detector_changed':
      return `Cannot be compared with ${since}: their answers were read by other rules. Saving the brands reads kept ones again`;
    case 'prompts_changed':
      return `Cannot be compared with ${since}: most prompts are others`;
  }
}

function signPoints(share: number | null): string {
  if (share === null) return '–';
  const points = Math.round(share * 1000) / 10;
  return `${points < 0 ? '−' : points > 0 ? '+' : ''}${Math.abs(points).toFixed(1)}`;
}

const STATUS_ORDER: readonly Status[] = ['answered', 'refused', 'empty', 'failed', 'skipped'];
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  answered: 'answered',
  refused: 'refused by the assistant',
  empty: 'empty',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'still to come',
};

/** `Planned 43 times: 35 answered, 2 refused by the assistant and 6 failed.` */
export function saySamples(samples: Readonly<Record<string, number>>): string {
  const counted = STATUS_ORDER.flatMap((status) => {
    const count = samples[status] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${STATUS_WORDS[status]}`];
  });
  const total = Object.values(samples).reduce((sum, count) => sum + count, 0);
  return `Planned ${formatPlural(total, 'time')}: ${joinWords(counted)}.`;
}

/** Why a sample has no answer. */
export function sayReason({ status, reason }: Pick<AnswerSample, 'status' | 'reason'>): string {
  if (reason === 'answers_monthly_usd') return "the plan's limit of a month was used up";
  if (reason === 'missed') return 'the service did not run at its time';
  return reason?.replace(/\.$/u, '') ?? (status === 'skipped' ? 'a budget refused it' : 'the reason was not recorded');
}

/** Kinds of places of a brand in an answer; only `named` counts as a mention. */
export const KIND_WORDS: Readonly<Record<MentionKind, string>> = {
  named: 'named',
  disclaimed: 'said to be unknown to the assistant, which is left out of rates',
  echoed: 'only repeated from the prompt, which is left out of rates',
  unsure: 'perhaps the common word, which is left out of rates',
  dismissed: 'not meant, as a person said, which is left out of rates',
};
