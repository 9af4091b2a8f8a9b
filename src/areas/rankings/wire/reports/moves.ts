import { z } from 'zod';
import { SCALE_FIELDS, toScaleBody } from '#areas/projects/index.ts';
import { booleanParam, dayParam, idField, integerParam, limitField } from '#http/fields.ts';
import { toBody } from '#http/to-body.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { PriceMetrics } from '../../grid/price-rows.ts';
import type { SiteMoves } from '../../moves/analytics.ts';
import type { Turn } from '../../moves/find-turn.ts';
import type { AskedMoves, ProjectMoves } from '../../moves/get-moves.ts';
import { MOVED } from '../../moves/move.ts';
import type { MovedKeywordDetails } from '../../moves/list-moves.ts';
import { CHANNELS, RELATIONSHIPS } from '../../vocabulary.ts';
import { MetricsPrice } from '../metrics-price.ts';
import { READING_FIELDS, ReadingBody, toReadingBody, toReadingSource } from '../reading.ts';

const SHOWN_DEFAULT = 10;
const SHOWN_MAX = 500;

export const SINCE = ['week', 'check', 'day'] as const;

export const MovesQuery = z
  .object({
    project_id: idField(),
    since: z.enum(SINCE).default('week').meta({
      description:
        'What the newest outcomes are compared with. `week`: those of seven days before `to`. `check`: of each keyword the good check before. `day`: those of `before`.',
    }),
    before: dayParam().optional().meta({ description: 'The earlier day, with `since=day`.' }),
    to: dayParam().optional().meta({ description: 'The later day; today unless given. Days to come are left out.' }),
    sites: booleanParam().optional().meta({ description: 'Adds the counts of each own site and each competitor.' }),
    device: z.enum(['desktop', 'mobile', 'tablet']).optional(),
    location_code: integerParam({ min: 1 }).optional(),
    channel: z.enum(CHANNELS).default('seo'),
    platform: z.enum(ENGINES).optional(),
    limit: limitField(SHOWN_DEFAULT, SHOWN_MAX),
  })
  .refine(({ since, before }) => (since === 'day') === (before !== undefined), {
    path: ['before'],
    message: 'is needed with since=day, and goes with nothing else',
  })
  .refine(({ before, to }) => before === undefined || to === undefined || before <= to, {
    path: ['before'],
    message: 'must not be after to',
  });

export const MoveCountsBody = z.object({ up: z.int(), down: z.int(), new: z.int(), lost: z.int(), unchanged: z.int() }).meta({
  id: 'MoveCounts',
  description:
    'Keywords whose outcome is known both times and that rank at one of them. `up`, `down`: it ranks both times. `new`: not found then. `lost`: not found now.',
});

const TurnCheck = z.object({
  date: z.string(),
  run_id: z.string(),
  place: z.int().nullable().meta({ description: 'In `position_scale`. Null: not found.' }),
});

export const TurnBody = z.object({ from: TurnCheck, to: TurnCheck }).meta({
  id: 'MoveTurn',
  description: 'Two good checks, one after the other: the step that most of the move comes from, and that was not made up for later.',
});

export const MoverBody = z
  .object({
    keyword_id: z.string(),
    keyword: z.string(),
    platform: z.enum(ENGINES),
    channel: z.enum(CHANNELS),
    device: z.string(),
    location_code: z.int(),
    language_code: z.string(),
    search_volume: z.int().nullable(),
    enriched_at: z.string().nullable().meta({ description: 'When the volume became known.' }),
    enrichment_usd: MetricsPrice,
    move: z.enum(MOVED),
    position: z.int().nullable().meta({ description: 'On the later day. Null: not found.' }),
    rank_absolute: z.int().nullable().meta({ description: 'The same place among everything on the page.' }),
    previous_position: z.int().nullable().meta({ description: 'On the earlier day, in `position_scale`.' }),
    change: z.int().nullable().meta({ description: 'Places gained, in `position_scale`. Null: it ranks on one of the days only.' }),
    places: z.int().meta({ description: 'How far it moved: "not found" counts as the first place that the check did not read.' }),
    turn: TurnBody.nullable().meta({ description: 'When it moved. Null: the checks are not known.' }),
    ...READING_FIELDS,
    previous: ReadingBody.meta({ description: 'How the check that gave `previous_position` was read.' }),
  })
  .meta({ id: 'OverviewMover' });

const SiteMovesBody = z
  .object({ domain: z.string(), asset_id: z.string().nullable(), relationship: z.enum(RELATIONSHIPS), ...MoveCountsBody.shape })
  .meta({ id: 'SiteMoves' });

export const MovesResponse = z.object({
  success: z.boolean(),
  project_id: z.string(),
  ...SCALE_FIELDS,
  since: z.enum(SINCE),
  before: z.string().nullable().meta({ description: 'Null: the good check before of each keyword.' }),
  after: z.string(),
  counts: MoveCountsBody,
  total: z.int().meta({ description: 'Keywords that moved; those above `limit` in each direction are left out.' }),
  fell: z.array(MoverBody).meta({ description: 'Down and lost together, the worst first.' }),
  rose: z.array(MoverBody).meta({ description: 'Up and new together, the best first.' }),
  sites: z.array(SiteMovesBody).optional().meta({ description: 'With `sites=true`: each site for itself, own ones first.' }),
});

export function toMovesInput(query: z.output<typeof MovesQuery>): AskedMoves {
  const { project_id: projectId, location_code: locationCode, platform: engine, sites: withSites = false, ...rest } = query;
  return { projectId, locationCode, engine, withSites, ...rest };
}

export function toMovesBody(input: AskedMoves, moves: ProjectMoves, priceOf: PriceMetrics): z.input<typeof MovesResponse> {
  const { project, since, counts, fell, rose, sites } = moves;
  const toBodies = (keywords: readonly MovedKeywordDetails[]) => keywords.map((keyword) => toMoverBody(keyword, priceOf));
  return {
    success: true,
    project_id: project.id,
    ...toScaleBody(project),
    since: input.since,
    ...since,
    counts,
    total: counts.up + counts.down + counts.new + counts.lost,
    fell: toBodies(fell),
    rose: toBodies(rose),
    ...(sites && { sites: sites.map(toSiteBody) }),
  };
}

function toSiteBody({ assetId, ...site }: SiteMoves): z.input<typeof SiteMovesBody> {
  return toBody(SiteMovesBody, { ...site, assetId: assetId || null });
}

export function toMoverBody(keyword: MovedKeywordDetails, priceOf: PriceMetrics): z.input<typeof MoverBody> {
  const { position, rankGroup, previousPosition } = keyword;
  const change = position === null || previousPosition === null ? null : previousPosition - position;
  return toBody(MoverBody, {
    ...keyword,
    keyword: keyword.keywordText,
    platform: keyword.engine,
    position: rankGroup,
    places: keyword.distance,
    change,
    turn: toTurnBody(keyword.turn),
    enrichmentUsd: priceOf(keyword.metricsSource),
    ...toReadingSource(keyword.reading),
    previous: toReadingBody(keyword.previousReading),
  });
}

function toTurnBody(turn: Turn | undefined): z.input<typeof TurnBody> | null {
  const toCheck = ({ date, runId, position }: Turn['from']) => ({ date, run_id: runId, place: position });
  return turn === undefined ? null : { from: toCheck(turn.from), to: toCheck(turn.to) };
}
