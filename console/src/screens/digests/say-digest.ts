import type { Digest, DigestRun } from '#client';
import { formatDay, formatInstant, formatPlural } from '#data/format.ts';
import { joinWords } from '#data/sentence.ts';

/** Sections of a digest, and their names. */
export const SECTIONS = [
  { value: 'overview', label: 'What moved' },
  { value: 'alerts', label: 'Alerts' },
  { value: 'keywords', label: 'Keywords' },
  { value: 'chart', label: 'Positions day by day', isOfOne: true },
  { value: 'heatmap', label: 'Where keywords stood', isOfOne: true },
  { value: 'features', label: 'SERP features', isOfOne: true },
  { value: 'pages', label: 'Own pages', isOfOne: true },
  { value: 'competitors', label: 'Side by side', isOfOne: true },
  { value: 'search_console', label: 'What Google counted', isOfOne: true },
  { value: 'answers', label: 'Answers of assistants', isOfOne: true },
  { value: 'not_measured', label: 'What was not measured' },
  { value: 'failed_checks', label: 'Checks that failed' },
  { value: 'spend', label: 'Spend', isOfMoney: true },
  { value: 'next_checks', label: 'Checks of the next days' },
  { value: 'annotations', label: 'Annotations' },
] as const satisfies readonly {
  readonly value: SectionName;
  readonly label: string;
  readonly isOfOne?: boolean;
  readonly isOfMoney?: boolean;
}[];
export type SectionName = Digest['sections'][number];

export function nameSection(name: string): string {
  return SECTIONS.find(({ value }) => value === name)?.label ?? name;
}

/** What it is about. @param names of projects by their ids */
export function sayScope({ kind, project_ids: ids = [] }: Digest['scope'], names: ReadonlyMap<string, string>): string {
  if (kind === 'organization') return 'all projects';
  const named = ids.map((id) => names.get(id) ?? 'another project');
  const projects = named.length > 3 ? formatPlural(named.length, 'project') : joinWords(named);
  return kind === 'client' ? `${projects}, as clients see it` : projects;
}

/** Who gets it, and who waits. */
export function sayRecipients({ recipients, address_states: states }: Pick<Digest, 'recipients' | 'address_states'>): string {
  const waiting = states.filter(({ state }) => state === 'waiting').length;
  const addresses = recipients.addresses.length;
  const channels = recipients.channel_ids.length;
  if (addresses + channels === 0) return 'no one yet';
  const said = joinWords([
    addresses > 0 && formatPlural(addresses, 'address', 'addresses'),
    channels > 0 && formatPlural(channels, 'channel'),
  ]);
  return waiting === 0 ? said : `${said}; ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for confirmation`;
}

const RUNS: Readonly<Record<DigestRun['status'], string>> = {
  queued: 'on its way',
  sent: 'sent',
  skipped: 'left out',
  failed: 'failed',
};

/** What became of a period, with the reason. */
export function sayRun({ status, reason }: Pick<DigestRun, 'status' | 'reason'>): string {
  return `${RUNS[status]}${reason === null ? '' : `: ${reason}`}`;
}

/** `Nov 16, 2026 to Nov 22, 2026`, or the one day. */
export function sayPeriod({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}

/** The sentence of the list: what comes next, and what failed. */
export function sayDigests(digests: readonly Pick<Digest, 'name' | 'next_run_at' | 'last_run'>[], total: number): string {
  if (total === 0) return 'There is no digest yet.';
  const failed = digests.filter(({ last_run: run }) => run?.status === 'failed').map(({ name }) => name);
  const next = digests.flatMap(({ next_run_at: at }) => (at === null ? [] : [at])).toSorted()[0];
  const count = formatPlural(total, 'digest');
  const when = next === undefined ? `${count}, switched off` : `${count}; the next one goes ${formatInstant(next)} UTC`;
  return failed.length === 0 ? `${when}.` : `${when}. The last run of ${joinWords(failed)} failed.`;
}
