import type { AppContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { LINK_ROWS_PER_CALL, type LinkCall } from '#providers/search-data/links.ts';
import { ONBOARD_ROWS_DEFAULT, type OnboardOptions } from './onboard/options.ts';
import type { FetchPart } from './store/fetches.ts';

/** What fetching parts of a domain would cost at most, and how many calls it would take. */
export function estimateOnboarding(
  { searchData }: Pick<AppContext, 'searchData'>,
  parts: readonly FetchPart[],
  options: OnboardOptions,
): { calls: number; costUsd: number } {
  const rows: Readonly<Record<FetchPart, readonly [LinkCall, number] | undefined>> = {
    backlinks: ['backlinks', options.backlinks_limit ?? ONBOARD_ROWS_DEFAULT.backlinks],
    referring_domains: ['referring_domains', options.referring_domains_limit ?? ONBOARD_ROWS_DEFAULT.referringDomains],
    keywords: ['ranked_keywords', options.keywords_limit ?? ONBOARD_ROWS_DEFAULT.keywords],
    summary: ['summary', 1],
    // The home page is read without a paid call.
    properties: undefined,
  };
  const asked = parts.flatMap((part) => (rows[part] === undefined ? [] : [rows[part]]));
  const costs = asked.map(([call, wanted]) => {
    const whole = Math.floor(wanted / LINK_ROWS_PER_CALL);
    const rest = wanted % LINK_ROWS_PER_CALL;
    return {
      calls: whole + (rest > 0 ? 1 : 0),
      costUsd:
        whole * (whole > 0 ? searchData.estimateLinkCallUsd(call, LINK_ROWS_PER_CALL) : 0) +
        (rest > 0 ? searchData.estimateLinkCallUsd(call, rest) : 0),
    };
  });
  return { calls: costs.reduce((sum, cost) => sum + cost.calls, 0), costUsd: sumUsd(costs.map((cost) => cost.costUsd)) };
}
