import { hashText } from '../../hashing.ts';
import type { Link } from '../../links/link.ts';
import type { Referral } from '../../links/profile.ts';
import { countLinks } from '../../links/link.ts';
import { toBacklink } from './backlinks-item.ts';
import {
  backlinkRoute,
  linkFields,
  linksOf,
  mapFields,
  mapMaxOf,
  pageFields,
  pageOf,
  readTarget,
  referralsOf,
  targetRules,
  type Target,
} from './backlinks-target.ts';
import { sumLinks, toRank, toSeen } from './link-sums.ts';
import { priceBacklinks } from '../prices.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import type { ProviderRoute } from '../route.ts';
import { cutPage, readSelection, toFilter } from '../keywords/row-filters.ts';
import { textOf } from '../search-request.ts';

type Row = Record<string, unknown>;

const OFFSET_MAX = 20_000;
const offset = { offset: { type: 'integer', min: 0 } } as const;

/** Lists of links, and of what they can be grouped by. */
export const backlinkListRoutes: readonly ProviderRoute[] = [
  backlinkRoute(
    'backlinks',
    targetRules({
      ...linkFields,
      ...pageFields,
      offset: { type: 'integer', min: 0, max: OFFSET_MAX },
      search_after_token: { type: 'text' },
      mode: { type: 'text', oneOf: ['as_is', 'one_per_domain', 'one_per_anchor'] },
      include_indirect_links: { type: 'flag' },
    }),
    answerBacklinks,
  ),
  backlinkRoute('referring_domains', targetRules({ ...linkFields, ...mapFields, ...pageFields, ...offset }), (tools, task) =>
    answerGroups(tools, task, 'domain'),
  ),
  backlinkRoute('anchors', targetRules({ ...linkFields, ...mapFields, ...pageFields, ...offset }), (tools, task) =>
    answerGroups(tools, task, 'anchor'),
  ),
];

function answerBacklinks(tools: SearchTools, task: TaskRequest): TaskAnswer {
  const target = readTarget(tools, task);
  const [selection, start] = [readSelection(task), startOf(task)];
  if ('badField' in selection) return invalidField(selection.badField);
  if (start === undefined) return invalidField('search_after_token');
  if ('isUnknown' in target) return target.isUnknown ? ok(null, priceBacklinks(0)) : invalidField('target');
  const mode = textOf(task, 'mode') ?? 'as_is';
  const scale = task['rank_scale'];
  const page = { offset: start, limit: pageOf(task).limit };
  const { rows, total } =
    mode === 'as_is' && selection.isPlain
      ? cutPlain(tools, target, { ...page, scale })
      : cutPage(listEntries(tools, target, mode), ({ link, size }) => ({ ...toBacklink(link, target.day, scale), group_count: size }), {
          ...selection,
          ...page,
        });
  const next = start + rows.length;
  const result = {
    target: target.text,
    mode,
    custom_mode: null,
    total_count: total,
    items_count: rows.length,
    items: rows,
    search_after_token: next < total ? Buffer.from(`${next} ${hashOf(task)}`).toString('base64url') : null,
  };
  return ok([result], priceBacklinks(rows.length));
}

/** A token of an answer before, or an offset. */
function startOf(task: TaskRequest): number | undefined {
  const token = textOf(task, 'search_after_token');
  if (token === undefined) return pageOf(task).offset;
  const [start, hash] = Buffer.from(token, 'base64url').toString().split(' ', 2).map(Number);
  return Number.isInteger(start) && Number(start) >= 0 && hash === hashOf(task) ? start : undefined;
}

/** Hash of what must stay the same from call to call: everything but the name of the task, and where it begins. */
function hashOf({ tag: _tag, search_after_token: _token, offset: _offset, ...asked }: TaskRequest): number {
  return hashText(JSON.stringify(Object.entries(asked).toSorted(([left], [right]) => (left < right ? -1 : 1))));
}

interface PlainPage {
  readonly offset: number;
  readonly limit: number;
  readonly scale: unknown;
}

/** A page in the order of the index; only what is on it is made. */
function cutPlain(
  tools: SearchTools,
  target: Target,
  { offset: start, limit, scale }: PlainPage,
): { readonly rows: Row[]; readonly total: number } {
  const isOfSite = isWhole(target);
  const rows: Row[] = [];
  let total = 0;
  for (const referral of referralsOf(tools, target)) {
    const links = isOfSite ? undefined : linksOf(referral, target);
    const count = links?.length ?? countLinks(referral, target.day);
    if (total + count > start && rows.length < limit) {
      const wanted = (links ?? linksOf(referral, target)).slice(Math.max(0, start - total), start - total + limit);
      rows.push(...wanted.slice(0, limit - rows.length).map((link) => toBacklink(link, target.day, scale)));
    }
    total += count;
  }
  return { rows, total };
}

/** Links, or the first of each group of them with the size of the group; a link of its own has no group. */
function listEntries(tools: SearchTools, target: Target, mode: string): { readonly link: Link; readonly size: number }[] {
  const links = referralsOf(tools, target).flatMap((referral) => linksOf(referral, target));
  if (mode === 'as_is') return links.map((link) => ({ link, size: 0 }));
  return [...Map.groupBy(links, mode === 'one_per_domain' ? domainOf : anchorOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ link: first, size: others.length + 1 }],
  );
}

function domainOf({ referral }: Link): string {
  return referral.referrer.domain;
}

function anchorOf({ anchor }: Link): string {
  return anchor ?? '';
}

/** Rows of links that have a domain or an anchor in common. */
function answerGroups(tools: SearchTools, task: TaskRequest, kind: 'domain' | 'anchor'): TaskAnswer {
  const target = readTarget(tools, task);
  const [ofLinks, selection] = [toFilter(task['backlinks_filters']), readSelection(task)];
  if (ofLinks === undefined) return invalidField('backlinks_filters');
  if ('badField' in selection) return invalidField(selection.badField);
  if ('isUnknown' in target) return target.isUnknown ? ok(null, priceBacklinks(0)) : invalidField('target');
  const toRow = (group: LinkGroup): Row => toGroup(group, target.day, task);
  const { rows, total } =
    kind === 'domain' && selection.isPlain && task['backlinks_filters'] === undefined && target.status === 'live' && isWhole(target)
      ? cutDomains(referralsOf(tools, target), target, { ...pageOf(task), toRow })
      : cutPage(groupLinks(tools, task, target, { kind, ofLinks }), toRow, { ...selection, ...pageOf(task) });
  return ok([{ target: target.text, total_count: total, items_count: rows.length, items: rows }], priceBacklinks(rows.length));
}

/** Domains in the order of the index; only what is on the page is made. */
function cutDomains(
  referrals: readonly Referral[],
  target: Target,
  { offset: start, limit, toRow }: { readonly offset: number; readonly limit: number; readonly toRow: (group: LinkGroup) => Row },
): { readonly rows: Row[]; readonly total: number } {
  const linking = referrals.filter((referral) => countLinks(referral, target.day) > 0);
  const rows = linking
    .slice(start, start + limit)
    .map((referral) => toRow({ kind: 'domain', name: referral.referrer.domain, links: linksOf(referral, target) }));
  return { rows, total: linking.length };
}

function groupLinks(
  tools: SearchTools,
  task: TaskRequest,
  target: Target,
  { kind, ofLinks }: { readonly kind: LinkGroup['kind']; readonly ofLinks: (row: Row) => boolean },
): LinkGroup[] {
  const links = referralsOf(tools, target)
    .flatMap((referral) => linksOf(referral, target))
    .filter((link) => task['backlinks_filters'] === undefined || ofLinks(toBacklink(link, target.day, task['rank_scale'])));
  return [...Map.groupBy(links, kind === 'domain' ? domainOf : anchorOf)].map(([name, members]) => ({ kind, name, links: members }));
}

/** All of a site, and not one of its hosts or pages. */
function isWhole({ text, site }: Target): boolean {
  return text === site.domain;
}

interface LinkGroup {
  readonly kind: 'domain' | 'anchor';
  readonly name: string;
  readonly links: readonly Link[];
}

function toGroup({ kind, name, links }: LinkGroup, day: number, task: TaskRequest): Row {
  const best = Math.max(...links.map((link) => (kind === 'domain' ? link.referral.referrer.rank : link.rank)));
  return {
    type: kind === 'domain' ? 'backlinks_referring_domain' : 'backlinks_anchor',
    [kind]: name,
    rank: toRank(best, task['rank_scale']),
    ...toSeen(links, day),
    ...sumLinks(links, mapMaxOf(task)),
  };
}
