import { z } from 'zod';
import { toCamelCase, type CamelCase } from '#kernel/camel-case.ts';

interface GridColumn {
  /** As it is answered: an entry for each row. */
  readonly wire: z.ZodArray;
  /** Of what is stored with a tracked keyword, over its row in `listTrackedRows`; without it, the column is worked out in `buildGrid`. */
  readonly sql?: string;
  /** Its entries are indexes in this list. */
  readonly list?: string;
  /** Its entries are epoch milliseconds. */
  readonly isMoment?: true;
}

/** Indexes in a list, or positions among results. */
export const integers = (description: string) => z.array(z.int().nullable()).meta({ description });
const NUMBERS = z.array(z.number().nullable());
const MOMENTS = z.array(z.int().nullable());
const FLAGS = z.array(z.boolean());

/** An instant in milliseconds. `extract` would give a decimal number, which takes five times as long. */
export const toMs = (column: string): string => `(date_part('epoch', ${column}) * 1000)::bigint`;

/** The columns of the grid: a statement, an answer and CSV are made of them, in this order. */
export const GRID_COLUMNS = {
  keyword_id: { sql: 'keyword_id', wire: z.array(z.string()) },
  keyword: { sql: 'keyword_text', wire: z.array(z.string()) },
  engine: { sql: 'engine', list: 'engine', wire: integers('In `lists.engine`.') },
  channel: { sql: 'channel', list: 'channel', wire: integers('In `lists.channel`.') },
  location_code: { sql: 'location_code', wire: z.array(z.int()) },
  language_code: { sql: 'language_code', list: 'language_code', wire: integers('In `lists.language_code`.') },
  device: { sql: 'device', list: 'device', wire: integers('In `lists.device`.') },
  status: { list: 'status', wire: integers('In `lists.status`. `pending`: no own site has an outcome yet.') },
  position: { wire: integers('The place of the best own site among the results of the channel. Of a failed check: the last good one.') },
  rank_absolute: { wire: integers('Its place among everything on the page.') },
  previous: {
    wire: integers('The place to compare with in `position_scale`, as `compare` says; null: not found, or nothing to compare with.'),
  },
  change: { wire: integers('Places gained in `position_scale`. Null: one of both is not known, or the newest check failed.') },
  movement: {
    list: 'movement',
    wire: integers('In `lists.movement`, as `MoveCounts` has it. Null: one of both outcomes is not known, or it ranked at neither time.'),
  },
  best: { wire: integers('The best place within the span, in `position_scale`.') },
  domain: { list: 'domain', wire: integers('The site that has the position, in `lists.domain`.') },
  page: { list: 'page', wire: integers('The page that has the position, in `lists.page`.') },
  target_page: { list: 'page', wire: integers('The page that should have it, in `lists.page` too.') },
  target_domain: { sql: 'target_domain', list: 'target_domain', wire: integers('In `lists.target_domain`.') },
  features: { list: 'feature', wire: z.array(z.array(z.int())).meta({ description: 'What the result page had, in `lists.feature`.' }) },
  is_featured: { wire: FLAGS.meta({ description: 'The position is that of the featured snippet.' }) },
  ai_overview: {
    list: 'ai_overview',
    wire: integers(
      'In `lists.ai_overview`: whether the AI overview of the last good check cites an own site, as in a record. Null: no organic page was read.',
    ),
  },
  ai_overview_place: { wire: integers('The best place of an own page among its references; null unless one is cited.') },
  volume: { sql: 'search_volume', wire: NUMBERS },
  cpc: { sql: 'cpc', wire: NUMBERS },
  competition: { sql: 'competition', wire: NUMBERS },
  difficulty: { sql: 'keyword_difficulty', wire: NUMBERS },
  intent: { sql: 'search_intent', list: 'intent', wire: integers('In `lists.intent`.') },
  journey: {
    sql: 'journey',
    list: 'journey',
    wire: integers('In `lists.journey`: where on the way to a purchase the searcher is. Null: the words do not say, or were not read yet.'),
  },
  branded: {
    sql: 'is_branded',
    wire: z.array(z.boolean().nullable()).meta({ description: 'It names an own website. Null: not read yet.' }),
  },
  has_brand_mention: {
    sql: 'has_brand_mention',
    wire: z.array(z.boolean().nullable()).meta({ description: 'It names any known brand, own ones included. Null: not read yet.' }),
  },
  modifiers: { list: 'modifier', wire: z.array(z.array(z.int())).meta({ description: 'Signs in the words, in `lists.modifier`.' }) },
  enriched_at: {
    sql: toMs('enriched_at'),
    isMoment: true,
    wire: MOMENTS.meta({ description: 'Epoch milliseconds when volume, CPC, competition, difficulty and intent became known.' }),
  },
  enrichment_usd: {
    wire: NUMBERS.meta({
      description: 'What they cost at most, when the keyword is asked about alone: up to 700 keywords share a call. Null: not known yet.',
    }),
  },
  tags: { list: 'tag', wire: z.array(z.array(z.int())).meta({ description: 'In `lists.tag`.' }) },
  has_note: { wire: FLAGS },
  is_starred: { sql: 'coalesce(is_starred, false)', wire: FLAGS },
  is_paused: { sql: "status = 'paused'", wire: FLAGS },
  depth: { sql: 'depth', wire: z.array(z.int()).meta({ description: 'How many results a check is to read.' }) },
  depth_strategy: { sql: 'depth_strategy', list: 'depth_strategy', wire: integers('In `lists.depth_strategy`.') },
  check_interval: { sql: 'check_interval', list: 'check_interval', wire: integers('In `lists.check_interval`.') },
  checked_depth: { wire: integers('How many results the check that gave the position really read.') },
  checked_at: { isMoment: true, wire: MOMENTS.meta({ description: 'Epoch milliseconds of the check that gave the position.' }) },
  failed_at: { isMoment: true, wire: MOMENTS.meta({ description: 'Epoch milliseconds of the newest check, if it failed.' }) },
  error: { list: 'error', wire: integers('Why it failed, in `lists.error`.') },
  next_check_at: {
    sql: toMs('next_check'),
    isMoment: true,
    wire: MOMENTS.meta({ description: 'Epoch milliseconds. Null: by hand only.' }),
  },
  provider: { list: 'provider', wire: integers('In `lists.provider`.') },
  cost_usd: { wire: NUMBERS.meta({ description: 'Of the check that gave the position.' }) },
  monthly_usd: {
    wire: z.array(z.number()).meta({
      description: 'What 30 days of checks cost at most, as they are set now. Nothing: paused, or checked by hand only.',
    }),
  },
  traffic: {
    wire: NUMBERS.meta({
      description:
        'Estimated visits a month: `volume` by the fixed click curve at the place in `position_scale`; 0 where it was not found. ' +
        'Null: `volume` is null, or the newest check failed or is still to come (`status`).',
    }),
  },
} as const satisfies Readonly<Record<string, GridColumn>>;

type Columns = typeof GRID_COLUMNS;
export type ColumnName = keyof Columns;
type Stored = { [Name in ColumnName]: Columns[Name] extends { readonly sql: string } ? Name : never }[ColumnName];
type Listed = { [Name in Stored]: Columns[Name] extends { readonly list: string } ? Name : never }[Stored];
type Plain = Exclude<Stored, Listed>;

/** What is stored with each tracked keyword, a column each; what repeats is still written out. */
export type StoredColumns = { readonly [Name in Plain as CamelCase<Name>]: z.output<Columns[Name]['wire']> } & {
  readonly [Name in Listed as CamelCase<Name>]: readonly (string | null)[];
};
export type ListedName = CamelCase<Listed>;
export type PlainName = CamelCase<Plain>;

const COLUMNS: readonly (readonly [string, GridColumn])[] = Object.entries(GRID_COLUMNS);
const STORED = COLUMNS.flatMap(([name, { sql, list }]) => (sql === undefined ? [] : [{ name: toCamelCase(name), sql, list }]));

/** The SQL of each stored column by its name inside. */
export const STORED_SQL: readonly (readonly [string, string])[] = STORED.map(({ name, sql }) => [name, sql]);
/** Stored columns whose values repeat, and those that are answered as they are stored. */
export const LISTED_NAMES = STORED.filter(({ list }) => list !== undefined).map(({ name }) => name as ListedName);
export const PLAIN_NAMES = STORED.filter(({ list }) => list === undefined).map(({ name }) => name as PlainName);

/** The schemas of the answer by column. */
export const GRID_SHAPE = Object.fromEntries(COLUMNS.map(([name, { wire }]) => [name, wire])) as {
  readonly [Name in ColumnName]: Columns[Name]['wire'];
};
