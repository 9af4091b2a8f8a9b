import { hashText } from '../hashing.ts';
import { addressOf, descriptionOf, titleOf } from '../serp/texts.ts';
import type { World } from '../world/index.ts';
import type { Site } from '../world/sites.ts';
import { compose } from './compose.ts';
import { cutScript } from './cut.ts';
import { outline, type AnswerMood, type Draw, type Outline } from './draw.ts';
import { weigh, type Odds } from './odds.ts';
import { makeReader, type Question, type Understanding } from './question.ts';
import type { Script } from './script.ts';
import { SETTINGS_AT_START, type Settings } from './settings.ts';

/** A question that was asked, and the chance that it met. */
export interface AskedQuestion {
  readonly question: Question;
  readonly draw: Draw;
}

/** A page that an answer rests on. */
export interface SourcePage {
  readonly site: Site;
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

export interface Answer {
  readonly odds: Odds;
  readonly plan: Outline;
  readonly script: Script;
  /** Null: the provider has lost them. */
  readonly sources: readonly SourcePage[] | null;
  readonly retrieved: readonly SourcePage[] | null;
}

/** The assistants: one source of what is answered and of what is true. */
export interface AssistantBook {
  /** Counts the call: the same question asked again has another draw. Faults of the path that was called are laid over it. */
  ask(question: Question, path: string): AskedQuestion;
  /** Without a call that is counted: always the same. */
  sample(question: Question): AskedQuestion;
  answer(asked: AskedQuestion): Answer;
  /** Under the settings of now unless others are given. */
  odds(question: Question, settings?: Settings): Odds;
  settings(): Settings;
  configure(settings: Settings): void;
  /** Forgets calls and settings. */
  clear(): void;
}

const KEPT_MAX = 400;
const COUNTED_MAX = 500_000;
/** Draws of no call have a number of their own. */
const UNCOUNTED = 0;

/** @param moodsOf what faults make of the next answer of a path */
export function makeAssistantBook(world: World, moodsOf: (path: string) => readonly AnswerMood[] = () => []): AssistantBook {
  const kept = new Map<string, Odds>();
  const counts = new Map<string, number>();
  let settings = SETTINGS_AT_START;
  let reader: ((question: Question) => Understanding) | undefined;

  /** Made when first needed: it looks through all keywords. */
  const read = (question: Question): Understanding => (reader ??= makeReader(world))(question);

  const odds = (question: Question, under: Settings): Odds => {
    // Settings are replaced and never changed, so those of another time are weighed without being kept.
    if (under !== settings) return weigh(world.sites, read(question), { question, settings: under });
    const key = keyOf(question);
    const found = kept.get(key);
    if (found !== undefined) return found;
    if (kept.size >= KEPT_MAX) kept.clear();
    const weighed = weigh(world.sites, read(question), { question, settings });
    kept.set(key, weighed);
    return weighed;
  };

  return {
    ask(question, path) {
      const key = countedAs(question);
      if (counts.size >= COUNTED_MAX) counts.clear();
      const number = (counts.get(key) ?? 0) + 1;
      counts.set(key, number);
      return { question, draw: { number, settings, moods: moodsOf(path) } };
    },
    sample: (question) => ({ question, draw: { number: UNCOUNTED, settings, moods: [] } }),
    answer: ({ question, draw }) => toAnswer(odds(question, draw.settings), draw, world.seed),
    odds: (question, under = settings) => odds(question, under),
    settings: () => settings,
    configure(next) {
      settings = next;
      kept.clear();
    },
    clear() {
      settings = SETTINGS_AT_START;
      counts.clear();
      kept.clear();
    },
  };
}

function toAnswer(odds: Odds, draw: Draw, seed: number): Answer {
  const plan = outline(odds, draw, seed);
  const { query } = odds.understanding;
  const pageOf = (site: Site): SourcePage => {
    const page = { site, ordinal: 0, host: site.host, score: 0 };
    return { site, url: addressOf(page, query), title: titleOf(page, query), snippet: descriptionOf(page, query) };
  };
  const has = (mood: AnswerMood): boolean => draw.moods.includes(mood);
  const hasNone = has('no_sources') || has('null_sources');
  const shown = hasNone ? { ...plan, cited: [], retrieved: [] } : plan;
  const whole = compose(shown, odds, (site) => pageOf(site).url);
  return {
    odds,
    plan: shown,
    script: has('cut_answer') ? cutScript(whole) : whole,
    sources: has('null_sources') ? null : shown.cited.map(pageOf),
    retrieved: has('null_sources') ? null : shown.retrieved.map(pageOf),
  };
}

/** What the number of a call counts: the prompt where and when it was asked, whatever else was wished. */
function countedAs({ surface, prompt, place, languageCode, day }: Question): string {
  return `${surface.id} ${day} ${place.code} ${languageCode} ${hashText(prompt)} ${prompt.length}`;
}

function keyOf(question: Question): string {
  const { surface, day, place, languageCode, prompt, web, model = '' } = question;
  return [surface.id, day, place.code, languageCode, web, model, prompt].join('\n');
}
