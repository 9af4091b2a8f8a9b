import type { MarkedAiOverview } from '#client';
import { formatPlural } from '#data/format.ts';

/** Whether the project is cited, in a sentence; what was not loaded is not said to be without it. */
export function sayOverview({ state, references }: Pick<MarkedAiOverview, 'state' | 'references'>): string {
  if (state === 'not_loaded') return 'The page had one that arrived later and was not loaded, so it is not known whom it cites.';
  const own = references.filter(({ relationship }) => relationship === 'MINE');
  const rivals = references.filter(({ relationship }) => relationship === 'COMPETITOR');
  const others = rivals.length === 0 ? '' : ` Competitors are cited at ${listPlaces(rivals)}.`;
  const all = formatPlural(references.length, 'page');
  if (own.length > 0) return `It cites you at ${listPlaces(own)} of ${all}.${others}`;
  return references.length === 0 ? 'It refers to no page.' : `It refers to ${all}, none of them yours.${others}`;
}

function listPlaces(references: readonly { readonly place: number }[]): string {
  const places = references.map(({ place }) => place);
  return `${places.length === 1 ? 'place' : 'places'} ${new Intl.ListFormat('en').format(places.map(String))}`;
}

const WHY_NO_TEXT = {
  kept: '',
  none: 'It says nothing in words.',
  not_kept: 'Its words are not stored any more; its references are.',
  unavailable: 'The store that has its words cannot be asked now.',
} as const satisfies Readonly<Record<MarkedAiOverview['text_state'], string>>;

/** Why there are no words of it. */
export function sayText({ state, text_state: textState }: Pick<MarkedAiOverview, 'state' | 'text_state'>): string {
  return state === 'not_loaded'
    ? 'In the settings of the project you can have late AI Overviews loaded; each costs as much as a first page.'
    : WHY_NO_TEXT[textState];
}
