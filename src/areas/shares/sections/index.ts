import { answers } from './answers.ts';
import { competitors } from './competitors.ts';
import { features } from './features.ts';
import { keywords } from './keywords.ts';
import { overview } from './overview.ts';
import { pages } from './pages.ts';
import { chart, heatmap } from './positions.ts';
import { searchConsole } from './search-console.ts';

/** What a share can show. A further section is a further value here. */
export const SECTIONS = [overview, keywords, chart, heatmap, features, pages, competitors, searchConsole, answers] as const;

export type SectionName = (typeof SECTIONS)[number]['name'];
