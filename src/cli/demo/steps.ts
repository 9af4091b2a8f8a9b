import { makeDemoLink } from '#areas/people/index.ts';
import { formatPlural } from '#kernel/text.ts';
import { buildConsole } from '../serve.ts';
import { trackApps } from './apps.ts';
import { classifyList, waitForClassification } from './classification.ts';
import { waitForOnboarding } from './domains.ts';
import { toEarlyLink } from './report.ts';
import { runDemoResearch } from './research.ts';
import type { Say } from './say.ts';
import { simulate, type Progress } from './simulate.ts';
import { addAssets, createDemoProject, trackDemoKeywords } from './story.ts';

export interface DemoOptions {
  readonly exit: boolean;
  readonly days: number;
  readonly keywords: number;
}

interface Step {
  readonly title: string;
  /** Returns the line that stands when it is done, its title unless given. */
  readonly run: (story: Progress, say: Say) => Promise<string | void>;
}

/** Days are simulated for a minute or more: who wants to look meanwhile need not wait. */
async function openConsole({ app }: Progress): Promise<string> {
  buildConsole(app);
  return toEarlyLink((await makeDemoLink(app.context)).link);
}

/** What the demo does, in its order. */
export function listSteps({ exit, keywords, days }: DemoOptions, openService: (story: Progress) => Promise<void>): readonly Step[] {
  return [
    { title: 'Start the service: PostgreSQL, ClickHouse, workflows, sandbox', run: openService },
    { title: 'Create a project', run: createDemoProject },
    { title: 'Add a website and its competitor', run: addAssets },
    { title: 'Onboard both domains: links, ranked keywords, brand properties', run: (story, say) => waitForOnboarding(story, say.line) },
    { title: 'Classify the domains that link to them', run: (story, say) => waitForClassification(story, say.line) },
    { title: 'Classify a list of domains, pages and keywords', run: (story, say) => classifyList(story, say.line) },
    { title: 'Research keywords for the website', run: (story, say) => runDemoResearch(story, say.line) },
    { title: `Track ${formatPlural(keywords, 'keyword')} on two devices`, run: trackDemoKeywords },
    ...(exit ? [] : [{ title: 'Open the console', run: openConsole }]),
    { title: `Simulate ${formatPlural(days, 'day')}, and weeks of answers of assistants`, run: (story, say) => simulate(story, days, say) },
    { title: 'Track an app on both app stores', run: (story, say) => trackApps(story, say.line) },
  ];
}
