import { DEFAULT_SECTIONS, type DigestSectionName } from './content/section-names.ts';
import type { Digest } from './digest.ts';

export interface DigestPreset {
  readonly preset: string;
  readonly title: string;
  readonly summary: string;
  readonly settings: Pick<Digest, 'name' | 'every' | 'at' | 'weekday' | 'dayOfMonth' | 'skipQuiet'> & {
    readonly sections: readonly DigestSectionName[];
  };
}

/** What is offered. None is made, and nothing sent, until a person makes a digest of it. */
export const DIGEST_PRESETS: readonly DigestPreset[] = [
  {
    preset: 'weekly',
    title: 'Weekly digest',
    summary: 'Each Monday at 07:00: what moved last week, what was not measured, and what comes next.',
    settings: {
      name: 'Weekly digest',
      every: 'week',
      at: '07:00',
      weekday: 1,
      dayOfMonth: null,
      sections: DEFAULT_SECTIONS,
      skipQuiet: false,
    },
  },
  {
    preset: 'weekly_answers',
    title: 'Answers of the week',
    summary: 'Of one project, each Monday at 07:00: how often assistants named and cited it last week, and whether that moved.',
    settings: {
      name: 'Answers of the week',
      every: 'week',
      at: '07:00',
      weekday: 1,
      dayOfMonth: null,
      sections: ['answers', 'annotations'],
      skipQuiet: false,
    },
  },
];
