import * as v from 'valibot';
import { pagedSearch } from '#ui/grid/place.ts';

const text = v.optional(v.pipe(v.string(), v.maxLength(200)));

export const clicksSearch = v.object({
  ...pagedSearch,
  by: v.optional(v.picklist(['query', 'page', 'country', 'device', 'date']), 'query'),
  compare: v.optional(v.picklist(['none', 'previous', 'year']), 'previous'),
  /** Days until the last final one. */
  days: v.optional(v.picklist(['7', '28', '90', '365']), '28'),
  device: v.optional(v.picklist(['desktop', 'mobile', 'tablet'])),
  text,
});

export const KINDS = [
  { value: 'striking_distance', label: 'Within reach', why: 'Queries on average at 4 to 20 that more people see than half of all.' },
  { value: 'untracked', label: 'Not tracked', why: 'Queries that bring people and that nothing checks.' },
  { value: 'losing_pages', label: 'Losing pages', why: 'Pages that lost a fifth of their clicks while their average position stayed.' },
  { value: 'cannibalization', label: 'Several pages', why: 'Queries for which own pages take impressions from each other.' },
  { value: 'not_found_but_shown', label: 'Shown, not found', why: 'Measured as not found, and Google shows the site for them.' },
  {
    value: 'differing',
    label: 'Far apart',
    why: 'The measured place and Google’s average lie more than 3 places apart, with 100 impressions.',
  },
  { value: 'without_impressions', label: 'Without impressions', why: 'Tracked keywords that Google names no query for.' },
] as const;
export type Kind = (typeof KINDS)[number]['value'];

export const opportunitiesSearch = v.object({
  ...pagedSearch,
  kind: v.optional(v.picklist(KINDS.map(({ value }) => value)), 'striking_distance'),
});
