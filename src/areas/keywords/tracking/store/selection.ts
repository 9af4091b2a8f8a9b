import { TRACKED_STATUSES } from '../../keyword.ts';
import type { NumberRange, TrackedSelection } from '../selection.ts';

/**
 * The tracked keywords `t` of a selection, with their words `k`, metrics `f` and notes `n`; its values are
 * `toSelectionValues`, and `$26` is the first that a statement may use. What is not asked for costs nothing: the server
 * leaves out a join that nothing refers to.
 */
export const SELECTED = `
  from tracked_keywords t
    left join keywords k on k.id = t.keyword_id
    left join keyword_figures f on f.id = k.figures_id
    left join keyword_notes n on n.project_id = t.project_id and n.keyword_id = t.keyword_id
  where t.project_id = $1 and t.status = any ($2)
    and ($3::text[] is null or t.channel = any ($3))
    and ($4::text[] is null or t.keyword_id = any ($4))
    and ($5::text is null or position($5 in t.normalized_text) > 0)
    and ($6::text[] is null or not exists (select from unnest($6) word where position(word in t.normalized_text) = 0))
    and ($7::text[] is null or exists (
      select from keyword_tags tagged
      where tagged.project_id = t.project_id and tagged.keyword_id = t.keyword_id and tagged.tag_id = any ($7)))
    and ($8::boolean is null or $8 <> exists (
      select from keyword_tags tagged where tagged.project_id = t.project_id and tagged.keyword_id = t.keyword_id))
    and ($9::boolean is null or $9 = coalesce(n.is_starred, false))
    and ($10::text[] is null or t.engine = any ($10))
    and ($11::text is null or k.device = $11)
    and ($12::integer is null or k.location_code = $12)
    and ($13::text is null or k.language_code = $13)
    and ($14::text[] is null or t.check_interval = any ($14))
    and ($15::text[] is null or t.journey = any ($15))
    and ($16::boolean is null or t.is_branded = $16)
    and ($17::text[] is null or t.modifiers && $17)
    and ($18::text[] is null or f.search_intent = any ($18))
    and ($19::float8 is null or k.search_volume >= $19) and ($20::float8 is null or k.search_volume <= $20)
    and ($21::float8 is null or k.keyword_difficulty >= $21) and ($22::float8 is null or k.keyword_difficulty <= $22)
    and ($23::float8 is null or k.cpc::float8 >= $23) and ($24::float8 is null or k.cpc::float8 <= $24)
    and ($25::boolean is null or t.has_brand_mention = $25)`;

export function toSelectionValues(selection: TrackedSelection): unknown[] {
  const { volume, difficulty, cpc } = selection;
  return [
    selection.projectId,
    selection.statuses ?? TRACKED_STATUSES,
    selection.channels,
    selection.keywordIds,
    selection.search,
    selection.words,
    selection.tagIds,
    selection.isUntagged,
    selection.isStarred,
    selection.engines,
    selection.device,
    selection.locationCode,
    selection.languageCode,
    selection.checkIntervals,
    selection.journeys,
    selection.isBranded,
    selection.modifiers,
    selection.intents,
    ...[volume, difficulty, cpc].flatMap(toBounds),
    selection.hasBrandMention,
  ].map((value) => value ?? null);
}

function toBounds({ min, max }: NumberRange = {}): (number | undefined)[] {
  return [min, max];
}
