import type { Facts } from './state-facts.ts';
import { OF_APPS } from './claims-of-apps.ts';
import { OF_CHECKS } from './claims-of-checks.ts';
import { OF_DOMAINS } from './claims-of-domains.ts';
import { OF_KEYWORDS } from './claims-of-keywords.ts';
import { OF_MESSAGES } from './claims-of-messages.ts';
import { OF_PROJECTS } from './claims-of-projects.ts';
import { OF_RUNS } from './claims-of-runs.ts';

/** A sentence that claims an absence or a whole, where it is said, and the value of the API's answer that it comes from. */
export interface Claim {
  /** Names of screens; `share` is a shared page. */
  readonly on: readonly string[];
  readonly says: RegExp;
  /** `said` is what the groups of `says` found, counts as numbers. */
  readonly isSo: (facts: Facts, said: readonly (string | number)[]) => boolean;
}

export const CLAIMS: readonly Claim[] = [
  ...OF_PROJECTS,
  ...OF_KEYWORDS,
  ...OF_CHECKS,
  ...OF_DOMAINS,
  ...OF_APPS,
  ...OF_RUNS,
  ...OF_MESSAGES,
];

/** What says how something works or what a mark means, and claims no value: it is the same in every state. */
export const EXPLAINS: readonly { readonly on: readonly string[]; readonly says: string }[] = [
  { on: ['heat-map', 'share'], says: 'Not checked' },
  { on: ['heat-map', 'share'], says: 'Not found' },
  { on: ['share'], says: 'Days without a check are gaps; nothing is filled in.' },
  {
    on: ['keyword'],
    says: 'Gaps are days without a successful check, crosses are days when the site was not found, hatched days had a failed check, and rings mark a change of the ranking page.',
  },
  { on: ['domain', 'domains'], says: 'Not fetched' },
  { on: ['overview'], says: 'of all possible clicks' },
  { on: ['competitors'], says: 'Of all possible clicks, by the sites this project knows.' },
  { on: ['opportunities'], says: 'Queries on average at 4 to 20 that more people see than half of all.' },
  { on: ['answer-gaps'], says: 'Which sites assistants cite beside competitors and never beside us.' },
  { on: ['answer-searches'], says: 'Some never do.' },
  { on: ['answer-unsure'], says: 'A brand whose name is a common word stands here when nothing else says that it is meant.' },
  {
    on: ['answer-index'],
    says: 'The provider chose these questions and asked them itself: they are for finding prompts, and count in no rate of the project.',
  },
  {
    on: ['answers-setup'],
    says: 'Models by their API: What a model says to programs: no product around it, another search.',
  },
  { on: ['answers-setup'], says: 'It never counts together with what people see.' },
  { on: ['project-costs'], says: 'All time' },
  { on: ['project-settings'], says: 'Its keywords are no longer checked, and it disappears from lists.' },
  { on: ['project-settings'], says: 'Paused projects are not checked' },
  { on: ['project-settings'], says: 'Each costs as much as a first page, and nothing where there is none.' },
  { on: ['project-settings'], says: 'Without it, nothing is known of whom they cite.' },
  { on: ['project-settings'], says: 'A choice holds for past days too, is noted in charts, and makes no alert fire.' },
  { on: ['project-settings'], says: 'Tags group keywords, and every list and chart can be filtered by them.' },
];

/** Whether a sentence that a screen shows is one of those that are allowed there, and whether its value is as it says. */
export function judge({ on, sentence }: Shown, facts: Facts): Judgement {
  const explained = EXPLAINS.filter((one) => one.on.includes(on) && one.says === sentence);
  if (explained.length > 0) return { isNamed: true, backing: explained };
  const named = CLAIMS.flatMap((claim) => {
    const found = claim.on.includes(on) ? claim.says.exec(sentence) : null;
    return found === null ? [] : [{ claim, said: found.slice(1).map(toSaid) }];
  });
  return { isNamed: named.length > 0, backing: named.filter(({ claim, said }) => claim.isSo(facts, said)).map(({ claim }) => claim) };
}

export interface Shown {
  /** The name of a screen. */
  readonly on: string;
  readonly sentence: string;
}

interface Judgement {
  readonly isNamed: boolean;
  /** The entries that it comes from. */
  readonly backing: readonly object[];
}

function toSaid(text: string | undefined): string | number {
  return /^[\d,]+$/u.test(text ?? '') ? Number(text?.replaceAll(',', '')) : (text ?? '');
}
