import { defineEventKind } from '../event-kind.ts';
import { appCharts } from '../sources/app-places.ts';
import { describePlaces, foldPlaces, PlaceParams } from './places.ts';

/** An own app falls in a chart of its store. */
export const appChart = defineEventKind({
  event: 'app_chart',
  params: PlaceParams,
  describe: (params) => describePlaces(params, 'a chart of its store'),
  family: 'service',
  judgedAfter: 'hour',
  source: appCharts,
  fold: foldPlaces,
});
