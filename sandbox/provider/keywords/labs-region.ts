import { coveredPlaces } from '../../world/labs-places.ts';
import type { Place } from '../../world/places.ts';
import type { TaskRequest } from '../answer.ts';
import { placeOf, textOf } from '../search-request.ts';

/** The country and language that an answer of the vendor's database is about. */
export interface Region {
  readonly place: Place;
  readonly languageCode: string;
}

/** Whole countries only, and only in their languages; the first of them when the task names none. */
export function regionOf(task: TaskRequest): Region | { readonly badField: string } {
  const place = placeOf(task);
  const covered = coveredPlaces.find((candidate) => candidate.place === place);
  if (covered === undefined) return { badField: task['location_code'] === undefined ? 'location_name' : 'location_code' };
  const wanted = (textOf(task, 'language_code') ?? textOf(task, 'language_name') ?? '').toLowerCase();
  const language =
    wanted === ''
      ? covered.languages[0]
      : covered.languages.find(({ code, name }) => [code.toLowerCase(), name.toLowerCase()].includes(wanted));
  if (language === undefined) return { badField: task['language_code'] === undefined ? 'language_name' : 'language_code' };
  return { place: covered.place, languageCode: language.code };
}
