import { ENDED_STATUSES, toSurfaceName, type AnswersReport, type ReportedSurface } from '#areas/answers/index.ts';
import type { MailBlock } from '#areas/mail/index.ts';
import { formatPlural } from '#kernel/text.ts';
import { toSurfaceKind } from '#providers/search-data/index.ts';
import { formatPercent, NOT_KNOWN } from './figures.ts';
import { titled, toTable, toText } from './mail-blocks.ts';

const TITLE = 'Answers of assistants';
/** Fewer answers than this say a share of nothing: only their interval is shown. As the console has it. */
const ANSWERS_MIN = 5;
const STATUS_WORDS: Readonly<Record<string, string>> = { refused: 'refused by the assistant' };

type Rate = ReportedSurface['summary']['mentionRate'];
type Share = ReportedSurface['summary']['shareOfVoice'];
type Judged = NonNullable<ReportedSurface['changes']>['mentionRate'];

/** How often assistants name and cite us in the weeks that ended in the period, and whether that moved. */
export function toAnswerBlocks(report: AnswersReport | undefined): MailBlock[] {
  if (report === undefined) return [];
  const { days, compared, surfaces, pending } = report;
  if (days === null) return titled(TITLE, toText('Answers are counted by whole weeks, and none ended in this period.'));
  const span = `${days.from} to ${days.to}`;
  const waiting = pending === 0 ? [] : [toText(`${formatPlural(pending, 'planned answer')} of these weeks still to come.`)];
  if (surfaces.length === 0)
    return titled(
      TITLE,
      ...(pending === 0 ? [toText(`No planned answers of the prompts counted here from ${span}.`)] : [toText(`From ${span}:`), ...waiting]),
    );
  const rows = surfaces.map(({ surface, summary }) => [
    toSurfaceName(surface),
    sayRate(summary.mentionRate),
    sayRate(summary.citationRate),
    sayShare(summary.shareOfVoice),
  ]);
  return titled(
    TITLE,
    toText(
      `From ${span}${compared === null ? '' : `, compared with ${compared.from} to ${compared.to}`}: planned answers of whole weeks (UTC), as people see them${surfaces.some(({ surface }) => toSurfaceKind(surface) === 'asked') ? '; those by API are of models that no product stands around' : ''}. Refused, empty, failed and skipped ones are left out of rates.`,
    ),
    toTable(['Assistant', 'Mention rate', 'Citation rate', 'Share of voice'], rows),
    ...surfaces.flatMap(({ surface, summary, changes }) => [
      ...(changes === null
        ? []
        : [toText(`${toSurfaceName(surface)}: mentions ${sayChange(changes.mentionRate)}; citations ${sayChange(changes.citationRate)}.`)]),
      toText(`${toSurfaceName(surface)}: ${saySamples(summary.samples)}.`),
    ]),
    ...waiting,
  );
}

/** Whether these weeks were answered whole and nothing moved in them. What cannot be judged is not known to be quiet. */
export function isQuietOfAnswers({ surfaces, pending }: AnswersReport): boolean {
  const isStill = ({ verdict }: Judged): boolean => verdict === 'within_noise';
  return (
    pending === 0 &&
    surfaces.every(
      ({ summary: { samples }, changes }) =>
        (samples['failed'] ?? 0) + (samples['skipped'] ?? 0) === 0 &&
        changes !== null &&
        isStill(changes.mentionRate) &&
        isStill(changes.citationRate),
    )
  );
}

function sayRate({ value, low, high, n, successes }: Rate): string {
  if (value === null) return NOT_KNOWN;
  return `${n < ANSWERS_MIN ? 'too few' : formatPercent(value)} (${sayInterval({ low, high })}, ${successes} of ${formatPlural(n, 'answer')})`;
}

function sayShare({ value, low, high, answers }: Share): string {
  if (value === null) return answers === 0 ? NOT_KNOWN : `too few (${formatPlural(answers, 'answer')} with a brand)`;
  return `${formatPercent(value)} (${sayInterval({ low, high })}, ${formatPlural(answers, 'answer')} with a brand)`;
}

function sayInterval({ low, high }: Pick<Rate, 'low' | 'high'>): string {
  return `${formatPercent(low)} to ${formatPercent(high)}`;
}

const NOT_COMPARED = {
  too_few: 'too few answers',
  model_changed: 'the model changed',
  detector_changed: 'their answers were read by other rules',
  prompts_changed: 'most prompts are others',
} as const;

function sayChange({ verdict, change }: Judged): string {
  switch (verdict) {
    case 'moved_up':
      return `up by ${sayPoints(change)}`;
    case 'moved_down':
      return `down by ${sayPoints(change)}`;
    case 'within_noise':
      return `within noise, ${sayPoints(change)}`;
    default:
      return `not to be compared (${NOT_COMPARED[verdict]})`;
  }
}

/** `+6.1 points (+0.5 to +11.7)`. */
function sayPoints(change: Judged['change']): string {
  if (change === null) return '';
  const [by, low, high] = [change.difference, change.low, change.high].map(toPoints);
  return `${by} points (${low} to ${high})`;
}

function toPoints(share: number): string {
  const points = (share * 100).toFixed(1);
  return Number(points) > 0 ? `+${points}` : Number(points) === 0 ? '0.0' : points;
}

function saySamples(samples: Readonly<Record<string, number>>): string {
  const counted = ENDED_STATUSES.filter((status) => (samples[status] ?? 0) > 0);
  const total = counted.reduce((sum, status) => sum + (samples[status] ?? 0), 0);
  return `planned ${formatPlural(total, 'time')}, ${counted.map((status) => `${samples[status]} ${STATUS_WORDS[status] ?? status}`).join(', ')}`;
}
