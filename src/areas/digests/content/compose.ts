import { renderMail, type MailBlock, type RenderedMail } from '#areas/mail/index.ts';
import type { OverviewBody } from '#areas/overview/index.ts';
import { formatPlural } from '#kernel/text.ts';
import type { Digest, Period } from '../digest.ts';
import type { Reader } from '../runs/recipients.ts';
import { SHOWN_PROJECTS_MAX } from '../store/projects.ts';
import { formatChange, formatNumber, formatPercent, formatShareChange, takeEnds, type Day } from './figures.ts';
import { sayWeighing, toText } from './mail-blocks.ts';
import type { ProjectContent, Undelivered } from './read-content.ts';
import { SECTIONS, seesAlerts, seesMoney } from './sections.ts';
import { ONE_PROJECT_SECTIONS, type DigestSectionName } from './section-names.ts';

/** Of these, the worst have sections of their own under the rows. */
const DETAILED_MAX = 5;
const SUBJECT_NAME_MAX = 80;

interface Composed {
  readonly digest: Pick<Digest, 'name' | 'sections' | 'brand' | 'timeZone'>;
  readonly period: Period;
  /** What the reader may see. */
  readonly contents: readonly ProjectContent[];
  readonly reader: Reader;
  readonly missed: readonly Period[];
  /** Messages that a channel did not get within a day. */
  readonly undelivered: readonly Undelivered[];
  readonly consoleUrl: string;
  /** Where the reader leaves the digest; undefined: the mail is to oneself, or goes through a channel. */
  readonly unsubscribeUrl?: string | undefined;
}

/** The mail that one reader gets. Several projects are rows, the worst first. What has no room is counted (`renderMail`). */
export function composeDigest(parts: Composed): RenderedMail {
  const { digest, period, missed, unsubscribeUrl } = parts;
  const contents = parts.contents.toSorted(isWorse);
  const notes = missed.length === 0 ? [] : [toMissedNote(missed)];
  return renderMail({
    subject: toSubject(digest.name, contents),
    title: digest.name,
    lead: `${period.from === period.to ? period.from : `${period.from} to ${period.to}`} (${digest.timeZone}).`,
    blocks: [...notes, ...toBlocks({ ...parts, contents }), ...toUndelivered(parts)],
    footer: { reason: `You get this because you are among the recipients of the digest “${digest.name}”.`, unsubscribeUrl },
    brand: { name: digest.brand?.name ?? undefined, color: digest.brand?.color ?? undefined },
  });
}

function toBlocks({ contents, digest, reader, consoleUrl }: Composed): MailBlock[] {
  const [only, ...others] = contents;
  const sections = digest.sections as readonly DigestSectionName[];
  if (only !== undefined && others.length === 0)
    return [
      { kind: 'text', text: only.overview.name },
      ...sections.flatMap((name) => SECTIONS[name](only, reader)),
      toLink(consoleUrl, only),
    ];
  const shown = sections.filter((name) => name !== 'overview' && !ONE_PROJECT_SECTIONS.includes(name));
  return [
    toPortfolio(contents),
    ...sayWeighings(contents),
    ...(contents.length >= SHOWN_PROJECTS_MAX ? [{ kind: 'note', text: `Only ${SHOWN_PROJECTS_MAX} projects are shown.` } as const] : []),
    ...contents
      .slice(0, DETAILED_MAX)
      .flatMap((content): MailBlock[] => [
        { kind: 'heading', text: `— ${content.overview.name} —` },
        ...shown.flatMap((name) => SECTIONS[name](content, reader)),
        toLink(consoleUrl, content),
      ]),
    ...(contents.length > DETAILED_MAX
      ? [{ kind: 'text', text: `Sections are shown for the ${DETAILED_MAX} worst of ${contents.length} projects.` } as const]
      : []),
  ];
}

function toLink(consoleUrl: string, { id, overview: { name } }: ProjectContent): MailBlock {
  return { kind: 'link', text: `Open ${name}`, url: `${consoleUrl.replace(/\/+$/u, '')}/console/p/${encodeURIComponent(id)}` };
}

function toPortfolio(contents: readonly ProjectContent[]): MailBlock {
  const rows = contents.map(({ overview }) => {
    const { now, before } = takeEnds(overview);
    const share = formatShareChange(now?.share_of_voice, before?.share_of_voice);
    const top = formatChange(now?.top_10, before?.top_10);
    const { up, down, new: found, lost } = overview.moves.counts;
    const cells = [
      overview.name,
      `${formatPercent(now?.share_of_voice)}${share === undefined ? '' : ` (${share})`}`,
      `${formatNumber(now?.top_10)}${top === undefined ? '' : ` (${top})`}`,
      `${up + found} / ${down + lost}`,
      String(overview.outcomes.failed),
    ];
    return { cells };
  });
  return { kind: 'table', columns: ['Project', 'Share of voice', 'Top 10', 'Up / down', 'Failed'], rows };
}

/** What the shares above are weighed by: where projects differ, each with its name. */
function sayWeighings(contents: readonly ProjectContent[]): MailBlock[] {
  const projectsOf = Map.groupBy(contents, ({ overview }) => overview.share_of_voice_weighing.name);
  return [...projectsOf.values()].flatMap((some) => {
    const said = some.slice(0, 1).flatMap(({ overview }) => sayWeighing(overview.share_of_voice_weighing));
    return projectsOf.size === 1 ? said : [toText(`${some.map(({ overview }) => overview.name).join(', ')}:`), ...said];
  });
}

/** The largest loss of share of voice first, then the most keywords that fell. What is not known counts as no change. */
function isWorse(one: ProjectContent, other: ProjectContent): number {
  const [first, second] = [toLoss(one), toLoss(other)];
  return second.share - first.share || second.fell - first.fell || (one.overview.name < other.overview.name ? -1 : 1);
}

function toLoss({ overview }: ProjectContent): { share: number; fell: number } {
  const { now, before } = takeEnds(overview);
  const share =
    typeof now?.share_of_voice === 'number' && typeof before?.share_of_voice === 'number' ? before.share_of_voice - now.share_of_voice : 0;
  return { share, fell: overview.moves.counts.down + overview.moves.counts.lost };
}

/** Of these messages, those whose project the reader sees; those of the organization itself are for readers of all its projects. */
export function takeShown(undelivered: readonly Undelivered[], contents: readonly ProjectContent[], reader: Reader): Undelivered[] {
  if (!seesAlerts(reader)) return [];
  const seen = new Set(contents.map(({ id }) => id));
  return undelivered.filter(({ projectId, isOfMoney }) => {
    if (isOfMoney && !seesMoney(reader)) return false;
    return projectId === null ? reader.caller.projectIds === undefined : seen.has(projectId);
  });
}

/** What channels did not get is said here, to those who may see what it is about. */
function toUndelivered({ undelivered, reader, contents }: Composed): MailBlock[] {
  const shown = takeShown(undelivered, contents, reader);
  if (shown.length === 0) return [];
  const rows = shown.map(({ at, title }) => ({ cells: [at.toISOString().slice(0, 16).replace('T', ' '), title] }));
  return [
    { kind: 'heading', text: 'Messages that did not arrive' },
    { kind: 'text', text: 'A channel did not take them within a day:' },
    { kind: 'table', columns: ['Sent (UTC)', 'Message'], rows },
  ];
}

function toMissedNote(missed: readonly Period[]): MailBlock {
  const [first, last] = [missed.at(0), missed.at(-1)];
  const text = `Missing: ${formatPlural(missed.length, 'digest')} before this one, for ${first?.from} to ${last?.to}. The service was not running when they were due.`;
  return { kind: 'note', text };
}

/** The result, in the words of the figures below it. */
function toSubject(name: string, contents: readonly ProjectContent[]): string {
  const [only, ...others] = contents;
  const title = name.slice(0, SUBJECT_NAME_MAX);
  if (only === undefined) return title;
  if (others.length === 0) return `${title}: ${toResult(only)}`;
  const fell = contents.filter((content) => toLoss(content).share > 0).length;
  return `${title}: ${formatPlural(contents.length, 'project')}, ${fell} lost share of voice`;
}

/** What became of a project, in a line: what left and entered the top 10, or how many stand there. */
export function toResult({ overview }: ProjectContent): string {
  const { now, before } = takeEnds(overview);
  const change = formatShareChange(now?.share_of_voice, before?.share_of_voice);
  const share = `share of voice ${formatPercent(now?.share_of_voice)}${change === undefined ? '' : ` (${change})`}`;
  const { failed } = overview.outcomes;
  return [
    sayTop(overview, now),
    ...(now === undefined ? [] : [share]),
    ...(failed === 0 ? [] : [`${formatPlural(failed, 'check')} failed`]),
  ].join(', ');
}

function sayTop({ moves }: OverviewBody, now: Day | undefined): string {
  if (now === undefined) return 'nothing is known of its last day';
  const { left_top_10: left, entered_top_10: entered } = moves;
  if (left > 0) return `${formatPlural(left, 'keyword')} left the top 10${entered > 0 ? `, ${entered} entered it` : ''}`;
  return entered > 0 ? `${formatPlural(entered, 'keyword')} entered the top 10` : `${formatPlural(now.top_10, 'keyword')} in the top 10`;
}
