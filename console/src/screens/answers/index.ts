import { defineScreen } from '#app/screen.ts';
import { answersSearch, promptSearch, promptsSearch, setupSearch, sourcesSearch } from './search.ts';

/** Answers of assistants: how often they name and cite us, and the answers themselves. */
export const answerScreens = [
  defineScreen({
    name: 'answers',
    path: '/p/$projectId/answers',
    title: 'Answers',
    group: 'project',
    icon: 'note',
    parts: ['work'],
    search: answersSearch,
    load: () => import('./answers.tsx'),
  }),
  defineScreen({
    name: 'answer-prompts',
    path: '/p/$projectId/answers/prompts',
    title: 'Prompts',
    group: 'none',
    parent: 'answers',
    parts: ['work'],
    search: promptsSearch,
    load: () => import('./prompts.tsx'),
  }),
  defineScreen({
    name: 'answer-prompt',
    path: '/p/$projectId/answers/prompts/$promptId',
    title: 'Prompt',
    group: 'none',
    parent: 'answers',
    parts: ['work'],
    search: promptSearch,
    load: () => import('./prompt.tsx'),
  }),
  defineScreen({
    name: 'answer-sources',
    path: '/p/$projectId/answers/sources',
    title: 'Sources',
    group: 'none',
    parent: 'answers',
    parts: ['work'],
    search: sourcesSearch,
    load: () => import('./sources.tsx'),
  }),
  defineScreen({
    name: 'answers-setup',
    path: '/p/$projectId/answers/setup',
    title: 'Setup of answers',
    group: 'none',
    parent: 'answers',
    right: 'edit',
    parts: ['work'],
    search: setupSearch,
    load: () => import('./setup.tsx'),
  }),
];
