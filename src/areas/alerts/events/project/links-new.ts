import { defineEventKind } from '../event-kind.ts';
import { makeLinkWeeks } from '../sources/link-weeks.ts';
import { describeLinks, foldLinks, LinkParams } from './links.ts';

/** Links that a weekly snapshot has, and the one before did not. */
export const linksNew = defineEventKind({
  event: 'links_new',
  params: LinkParams,
  describe: (params) => describeLinks(params, 'are new'),
  family: 'service',
  judgedAfter: 'weekly',
  isToldOnce: true,
  source: makeLinkWeeks('came'),
  fold: foldLinks,
});
