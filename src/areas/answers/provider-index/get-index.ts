import { loadKeywordTools } from '#areas/classification/index.ts';
import { getKeptList, toAsker, toListId, type Asker, type FoundList, type KeptList } from '#areas/keywords/index.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { invalid } from '#kernel/errors.ts';
import { CHAT_GPT_MARKET, type MentionRow, type MentionRows, type MentionsRequest } from '#providers/search-data/index.ts';
import { makeDetector } from '../detection/detect-mentions.ts';
import { toDomains } from '../reading/read-answer.ts';
import { toOwnerOf, toSides, type SiteOwner } from '../sources/sides.ts';
import { listBrands } from '../store/brands.ts';

export interface IndexInput extends Pick<MentionsRequest, 'platform' | 'targets' | 'limit'> {
  readonly projectId: string;
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
}

/** A question of the provider's list, with what its answer says of the brands of the project. */
export interface IndexRow extends MentionRow {
  /** Brands that the answer names, and those whose sites it cites. */
  readonly named: readonly string[];
  readonly cited: readonly string[];
}

/** A page that answers of the list cite. */
export interface IndexPage {
  readonly url: string;
  readonly owner: SiteOwner;
  readonly answers: number;
}

export interface FoundIndex extends Omit<FoundList<unknown>, 'value'> {
  readonly rows: readonly IndexRow[];
  /** Of the rows that came, most cited first. */
  readonly pages: readonly IndexPage[];
  readonly total: number | null;
}

export type IndexContext = ProjectReader &
  Pick<RequestContext, 'postgres' | 'clock' | 'searchData' | 'config' | 'purchases' | 'requestId' | 'signal'>;

/** The question as it is bought and kept, and who asks it. */
export interface AskedIndex {
  readonly asker: Asker;
  readonly list: KeptList<MentionRows>;
}

const PAGES_MAX = 100;

/** @throws AppError 400 for a market that the index does not hold, `Project not found`, 409 when it is archived */
export async function askIndex(ctx: IndexContext, { targets, platform, limit, ...beside }: IndexInput): Promise<AskedIndex> {
  const asker = await toAsker(ctx, beside);
  const { market, organizationId } = asker;
  if (platform === 'chat_gpt') assertChatGptMarket(market);
  const request = { platform, targets, limit, ...market };
  const { limit: _limit, ...asked } = request;
  const list: KeptList<MentionRows> = {
    id: toListId(ctx, 'answer_index', asked, organizationId),
    kind: 'answer_index',
    limit,
    organizationId,
    costUsd: ctx.searchData.estimateMentionsUsd(limit),
    fetch: (scope, options) => ctx.searchData.fetchMentions(request, scope, options),
  };
  return { asker, list };
}

/** Answers of the provider's index, at most a day old. @throws OutsideError, BudgetExceededError */
export async function getIndex(ctx: IndexContext, { asker, list }: AskedIndex, projectId: string): Promise<FoundIndex> {
  const { value, ...found } = await getKeptList(ctx, list, asker.scope, { signal: ctx.signal });
  const brands = await listBrands(ctx.postgres, projectId);
  const { foldText } = await loadKeywordTools();
  const detect = makeDetector(brands, foldText);
  const mine = value.rows.slice(0, list.limit);
  const rows = mine.map((row): IndexRow => {
    const citedDomains = new Set(toDomains(row.sources));
    const answer = {
      prompt: row.question,
      markdown: row.answer ?? '',
      citedDomains,
      entities: row.entities.map((title) => ({ title, domains: [] })),
    };
    const named = detect(answer).filter(({ kind }) => kind === 'named');
    return {
      ...row,
      named: [...new Set(named.map(({ brandId }) => brandId))],
      cited: brands.filter(({ domains }) => domains.some((domain) => citedDomains.has(domain))).map(({ id }) => id),
    };
  });
  return { ...found, rows, pages: listPages(mine, toSides(brands)), total: value.total };
}

/** A page counts once for each answer that cites it. */
function listPages(rows: readonly MentionRow[], sides: ReturnType<typeof toSides>): IndexPage[] {
  const counts = new Map<string, number>();
  for (const { sources } of rows) for (const url of new Set(sources.map((one) => one.url))) counts.set(url, (counts.get(url) ?? 0) + 1);
  return [...counts]
    .toSorted(([one, some], [other, more]) => more - some || (one < other ? -1 : 1))
    .slice(0, PAGES_MAX)
    .map(([url, answers]) => ({ url, owner: toOwnerOf(sides, toDomains([{ url, domain: null }])[0] ?? ''), answers }));
}

function assertChatGptMarket({ locationCode, languageCode }: Asker['market']): void {
  const problems = [
    ...(locationCode === CHAT_GPT_MARKET.locationCode
      ? []
      : [{ path: 'location_code', message: 'must be 2840: answers of ChatGPT are in the index for the United States alone' }]),
    ...(languageCode === CHAT_GPT_MARKET.languageCode
      ? []
      : [{ path: 'language_code', message: 'must be en: answers of ChatGPT are in the index in English alone' }]),
  ];
  if (problems.length > 0) throw invalid(problems);
}
