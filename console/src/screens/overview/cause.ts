import type { OverviewMover } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import { isolate } from '#data/isolate.ts';
import { toScaled } from '#ui/charts/position-bands.ts';
import type { Overview } from './figures.ts';

type Moved = Pick<Overview, 'moves' | 'position_scale'>;

/** The fixed click curve (`docs/tracking.md`, "Share of voice"), whatever share of voice is weighed by: visits are estimated by it. */
const LAST_PLACE = 100;
const ALL_PLACES = Array.from({ length: LAST_PLACE }, (_one, at) => 1 / (at + 1)).reduce((sum, part) => sum + part, 0);

function toVoice(place: number | null): number {
  return place === null || place > LAST_PLACE ? 0 : 1 / (place * ALL_PLACES);
}

/** Visits a month that a move brings, or costs; null: no search volume is known. */
function toVisits(
  { search_volume: volume, previous_position: before, ...mover }: OverviewMover,
  scale: Moved['position_scale'],
): number | null {
  return volume === null ? null : volume * (toVoice(toScaled(mover, scale)) - toVoice(before));
}

/** The keyword whose move changed the share of voice most, by estimated visits; by places, where no volume is known. */
export function sayCause({ moves, position_scale: scale }: Moved, isGain: boolean): string | undefined {
  const { counts } = moves;
  const moved = isGain ? [...moves.new, ...moves.up] : [...moves.lost, ...moves.down];
  const [furthest] = moved.toSorted((one, other) => other.places - one.places);
  if (!furthest) return undefined;
  const weighed = moved.flatMap((mover) => {
    const visits = toVisits(mover, scale);
    return visits === null ? [] : [{ mover, visits: Math.round(Math.abs(visits)) }];
  });
  const [most] = weighed.toSorted((one, other) => other.visits - one.visits);
  const [verb, weighs] = isGain ? ['rose', 'brings'] : ['fell', 'costs'];
  if (!most || most.visits === 0) return `${sayMove(furthest, scale)} ${verb} furthest.`;
  const what = sayMove(most.mover, scale);
  const visits = `about ${formatPlural(most.visits, 'visit')} a month`;
  if (weighed.length === 1) return `${what} ${weighs} ${visits}.`;
  // The overview lists those that moved furthest, and not each has a volume: another one may weigh more.
  const all = isGain ? counts.new + counts.up : counts.lost + counts.down;
  const some = weighed.length < moved.length ? 'with a known search volume' : `that ${verb} furthest`;
  return `${weighed.length < all ? `Of the ${formatCount(weighed.length)} ${some}, ` : ''}${what} ${weighs} most, ${visits}.`;
}

function sayMove(mover: OverviewMover, scale: Moved['position_scale']): string {
  return `“${isolate(mover.keyword)}” (${mover.previous_position ?? 'not found'} → ${toScaled(mover, scale) ?? 'not found'})`;
}
