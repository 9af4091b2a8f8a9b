import { learn } from './corrections/learning/learn.workflow.ts';
import { classificationList } from './lists/classification-list.workflow.ts';
import { domainClassify } from './queue/domain-classify.workflow.ts';
import { keywordClassify } from './queue/keyword-classify.workflow.ts';
import { llmReverify } from './queue/llm-reverify.workflow.ts';
import { referringDomainClassify } from './queue/referring-domain-classify.workflow.ts';
import { urlClassify } from './queue/url-classify.workflow.ts';
import { TARGET_PAGES, targetPages } from './targets/target-pages.workflow.ts';

export const workflows = [
  urlClassify,
  keywordClassify,
  domainClassify,
  referringDomainClassify,
  llmReverify,
  learn,
  targetPages,
  classificationList,
];
export const schedules = [{ name: TARGET_PAGES, cron: '20 4 * * *', workflow: TARGET_PAGES, input: {} }] as const;
