import { addDays } from '#kernel/days.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { BenchApp } from './app.ts';

/** How many answers a project has. */
export interface BulkAnswers {
  readonly prompts: number;
  readonly surfaces: readonly string[];
  readonly weeks: number;
  /** Of each prompt, surface and week. */
  readonly samples: number;
  /** The Monday of the newest week. */
  readonly lastWeek: string;
}

export interface BulkAnswersProject {
  readonly projectId: string;
  readonly ownIds: readonly string[];
}

const BRANDS = ['Invoice Nest', 'Ledger Wise', 'Bill Harbor', 'Tally Point', 'Penny Trail'];
const toDomain = (name: string): string => `${name.toLowerCase().replace(' ', '')}.com`;

/** A project with brands and prompts, by the API, and its answers, straight into ClickHouse: brands named and sites cited by chance. */
export async function loadBulkAnswers(bench: BenchApp, answers: BulkAnswers): Promise<BulkAnswersProject> {
  const name = `${answers.prompts} prompts`;
  const { project_id: projectId } = await bench.call<{ project_id: string }>('POST', '/api/projects', {
    name,
    organization_id: 'org_bench',
  });
  const brands = BRANDS.map((brand, at) => ({ name: brand, domains: [toDomain(brand)], role: at === 0 ? 'own' : 'competitor' }));
  const written = await bench.call<{ brands: { id: string }[] }>('PUT', '/api/answers/brands', { project_id: projectId, brands });
  const texts = Array.from({ length: answers.prompts }, (_none, at) => ({
    text: `Which software should a team of ${at + 2} use for its invoices?`,
  }));
  const { prompts } = await bench.call<{ prompts: { id: string }[] }>('POST', '/api/answers/prompts', {
    project_id: projectId,
    prompts: texts,
  });
  const ids = { projectId, brandIds: written.brands.map(({ id }) => id), promptIds: prompts.map(({ id }) => id) };
  await insertAnswers(bench.app.context.clickhouse, answers, ids);
  return { projectId, ownIds: ids.brandIds.slice(0, 1) };
}

async function insertAnswers(
  clickhouse: ClickHouse,
  { surfaces, weeks, samples, lastWeek }: BulkAnswers,
  { projectId, brandIds, promptIds }: { projectId: string; brandIds: readonly string[]; promptIds: readonly string[] },
): Promise<void> {
  const toList = (texts: readonly string[]): string => `[${texts.map((text) => `'${text}'`).join(', ')}]`;
  const count = promptIds.length * surfaces.length * weeks * samples;
  const firstWeek = addDays(lastWeek, -7 * (weeks - 1));
  await clickhouse.command(`
    insert into answer_results (project_id, period, surface, prompt_id, sample_id, is_planned, status, model, web_used, answered_at, named,
      cited_domains, cited_urls, retrieved_domains, fan_outs, brands_version, detector_version, read_at)
    with
      ${toList(promptIds)} as prompts, ${toList(surfaces)} as surfaces,
      intDiv(number, ${samples}) as asked, intDiv(asked, ${surfaces.length}) as prompted, intDiv(prompted, ${promptIds.length}) as week,
      arrayFilter((site, at) -> cityHash64(number, site) % 10 < 3, ${toList([...BRANDS.map(toDomain), 'reviews.example', 'guide.example', 'forum.example'])},
        range(${BRANDS.length + 3})) as sites
    select '${projectId}', toDate('${firstWeek}') + 7 * week, surfaces[asked % ${surfaces.length} + 1], prompts[prompted % ${promptIds.length} + 1],
      concat('asm_${projectId}', toString(number)), 1, if(number % 50 = 0, 'refused', 'answered'), 'a model', notEmpty(sites),
      toDateTime64(toDate('${firstWeek}') + 7 * week, 3, 'UTC'),
      arrayFilter(brand -> cityHash64(brand, number) % 10 < 4, ${toList(brandIds)}), sites,
      arrayMap(site -> concat('https://', site, '/a/page-', toString(number % 40)), sites), sites, ['one search', 'another search'], 1, 2,
      toDateTime64('2026-01-01 00:00:00', 3, 'UTC')
    from numbers(${count})
    settings max_threads = 2, max_insert_threads = 1`);
}
