import { defineEventKind } from '../event-kind.ts';
import { makeLinkWeeks } from '../sources/link-weeks.ts';
import { describeLinks, foldLinks, LinkParams } from './links.ts';

/** Links that one weekly snapshot had, and the next one has no more. */
export const linksLost = defineEventKind({
  event: 'links_lost',
  params: LinkParams,
  describe: (params) => describeLinks(params, 'are lost'),
  family: 'service',
  judgedAfter: 'weekly',
  isToldOnce: true,
  assumes: 'A link that came back is not among the lost ones of the past.',
  source: makeLinkWeeks('went'),
  fold: foldLinks,
});
