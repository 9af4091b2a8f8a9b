import type { TaskRecordSource } from '../metering.ts';
import type { AccountData, LocationLists } from './account.ts';
import type { AppData } from './app-data.ts';
import type { AssistantAnswers } from './assistant-answers.ts';
import type { KeywordData } from './keyword-metrics.ts';
import type { ProviderIdentity } from './identity.ts';
import type { LinkIndex } from './links.ts';
import type { KeywordLists } from './lists.ts';
import type { MentionIndex } from './mentions.ts';
import type { PageService } from './pages.ts';
import type { ProviderRelay } from './relay.ts';
import type { LiveSerps } from './serp.ts';
import type { TaskQueue } from './task-queue.ts';

export type * from './account.ts';
export * from './app-data.ts';
export * from './assistant-answers.ts';
export type * from './fetch-options.ts';
export * from './identity.ts';
export * from './keyword-metrics.ts';
export * from './mentions.ts';
export * from './pages.ts';
export type * from './relay.ts';
export * from './serp.ts';
export * from './task-queue.ts';

/** The paid source of result pages, of metrics of keywords and of app stores. */
export interface SearchData
  extends
    TaskRecordSource,
    LiveSerps,
    TaskQueue,
    AppData,
    AssistantAnswers,
    MentionIndex,
    KeywordData,
    KeywordLists,
    LinkIndex,
    PageService,
    AccountData,
    LocationLists,
    ProviderRelay {
  /** Who answers. */
  readonly provider: ProviderIdentity;
  /** Whether credentials are there. */
  readonly isConfigured: boolean;
}
