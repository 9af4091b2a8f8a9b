import { readFile } from 'node:fs/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sha256, type Manifest } from '#stores/archive/format.ts';

/** Archives with right checksums and rows that no export wrote. */

interface Section {
  store: 'postgres' | 'clickhouse';
  table: string;
  columns?: string[];
  lines: string[];
}

export interface OpenedArchive {
  header: Omit<Manifest, 'sections'>;
  readonly sections: Section[];
}

export async function openArchive(file: string): Promise<OpenedArchive> {
  const lines = zstdDecompressSync(await readFile(file))
    .toString('utf8')
    .split('\n');
  const sections: Section[] = [];
  let header: OpenedArchive['header'] | undefined;
  for (const line of lines) {
    const [, kind = '', json = ''] = /^#(\w+) (.*)$/su.exec(line) ?? [];
    if (kind === 'header') header = JSON.parse(json);
    else if (kind === 'section') sections.push({ ...JSON.parse(json), lines: [] });
    else if (kind === '' && line !== '' && !line.startsWith('#')) sections.at(-1)?.lines.push(line);
  }
  if (header === undefined) throw new Error(`${file} has no header`);
  return { header, sections };
}

/** A copy that can be changed. */
export function copyArchive(archive: OpenedArchive): OpenedArchive {
  return structuredClone(archive);
}

export function packArchive({ header, sections }: OpenedArchive): Buffer {
  const ends = sections.map(({ store, table, lines }) => ({
    store,
    table,
    rows: lines.length,
    sha256: sha256(lines.map((line) => `${line}\n`).join('')),
  }));
  const parts = sections.map(({ lines, ...head }, at) => [
    `#section ${JSON.stringify(head)}`,
    ...lines,
    `#end ${JSON.stringify(ends[at])}`,
  ]);
  const manifest = JSON.stringify({ ...header, sections: ends });
  return zstdCompressSync(
    [`#header ${JSON.stringify(header)}`, ...parts.flat(), `#manifest ${sha256(manifest)} ${manifest}`, ''].join('\n'),
  );
}

/** The row with values of another one in the columns, whose names stand in one text. */
export function withOther(row: Readonly<Record<string, unknown>>, columns: string): object {
  return { ...row, ...Object.fromEntries(columns.split(' ').map((column) => [column, toOther(row[column])])) };
}

function toOther(value: unknown): unknown {
  if (typeof value === 'number') return value + 1_000_000;
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(toOther);
  if (typeof value !== 'string') throw new Error(`no other value for ${JSON.stringify(value)}`);
  return value.startsWith('\\x') ? `\\x00${value.slice(4)}ff` : `${value}x`;
}

/** By which columns each table of PostgreSQL belongs to a project; all tables of an archive of a project. */
export const TIES: Readonly<Record<string, string>> = {
  api_costs: 'project_id',
  project_limits: 'project_id',
  cost_hours: 'project_id',
  organizations: 'id',
  projects: 'id',
  domains: 'id',
  domain_fetches: 'domain_id',
  urls: 'url_hash',
  backlinks: 'domain_id',
  referring_domains: 'domain_id',
  domain_keywords: 'domain_id',
  domain_summaries: 'domain_id',
  link_looks: 'domain_id',
  link_change_days: 'domain_id',
  brand_properties: 'domain_id',
  domain_readers: 'organization_id',
  assets: 'project_id',
  keyword_figures: 'id',
  keyword_source_figures: 'figures_id',
  keywords: 'id',
  tracked_keywords: 'project_id',
  tags: 'project_id',
  keyword_tags: 'tag_id',
  keyword_notes: 'project_id',
  keyword_edits: 'project_id',
  keyword_data_settings: 'project_id',
  customer_subscriptions: 'project_id',
  queries: 'keyword_id',
  serp_runs: 'keyword_id project_id',
  serp_evidence: 'run_id',
  current_rankings: 'project_id',
  serp_tasks: 'project_id',
  serp_task_keywords: 'task_id',
  tracked_apps: 'project_id',
  tracked_app_keywords: 'project_id',
  apps: 'app_id',
  app_changes: 'app_id',
  app_rating_days: 'app_id',
  app_category_rankings: 'app_id',
  app_recommendations: 'source_app_id',
  app_reviews: 'app_id',
  app_review_reads: 'app_id',
  research_runs: 'project_id',
  research_pages: 'run_id',
  research_keywords: 'run_id',
  research_clusters: 'run_id',
  canonical_keywords: 'normalized_text',
  categories: 'project_id',
  project_keywords: 'project_id',
  keyword_categories: 'category_id',
  saved_views: 'project_id',
  annotations: 'project_id',
  answer_prompts: 'project_id',
  answer_brands: 'project_id',
  answer_plans: 'project_id',
  answer_samples: 'project_id',
  answer_corrections: 'project_id',
  imports: 'project_id',
  import_rejects: 'import_id',
  import_keywords: 'import_id',
  import_notes: 'import_id',
  public_shares: 'project_id',
  mail_addresses: 'project_id',
  channels: 'project_id',
  inbox_entries: 'project_id',
  digests: 'project_ids',
  digest_runs: 'digest_id',
  alert_rules: 'project_id',
  alert_rounds: 'project_id',
  alerts: 'project_id',
  alert_states: 'rule_id',
  alert_items: 'alert_id',
  alert_mutes: 'project_id',
  classification_lists: 'project_id',
  classification_list_items: 'list_id',
};

/** The same of ClickHouse. */
export const ANALYTICS_TIES: Readonly<Record<string, string>> = { project: 'project_id', keyword: 'keyword_id', domain: 'domain' };

/** The archive with another header, and all checksums right. */
export async function rewriteHeader(file: string, change: (header: unknown) => unknown): Promise<Buffer> {
  const lines = zstdDecompressSync(await readFile(file))
    .toString('utf8')
    .split('\n');
  const rewritten = lines.map((line) => {
    const [, kind = '', json = ''] = /^#(header |manifest )(?:\S{64} )?(.*)$/u.exec(line) ?? [];
    if (kind === '') return line;
    const value = JSON.parse(json);
    change(value);
    const text = JSON.stringify(value);
    return kind === 'header ' ? `#header ${text}` : `#manifest ${sha256(text)} ${text}`;
  });
  return zstdCompressSync(rewritten.join('\n'));
}

export function withoutSection(lines: readonly string[], table: string): string[] {
  const from = lines.findIndex((line) => line.startsWith('#section') && line.includes(`"${table}"`));
  const to = lines.findIndex((line, at) => at > from && line.startsWith('#end'));
  return lines.filter((_, at) => at < from || at > to);
}
