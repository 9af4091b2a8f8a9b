import { defineEventKind } from '../event-kind.ts';
import { appTerms } from '../sources/app-places.ts';
import { describePlaces, foldPlaces, PlaceParams } from './places.ts';

/** An own app falls in the search of its store. */
export const appPosition = defineEventKind({
  event: 'app_position',
  params: PlaceParams,
  describe: (params) => describePlaces(params, 'a search of its store'),
  family: 'service',
  judgedAfter: 'hour',
  source: appTerms,
  fold: foldPlaces,
});
