import { mix, pick, unit } from '../hashing.ts';
import { SAMPLE_TOPICS } from '../world/sample-topics.ts';
import type { Site } from '../world/sites.ts';
import type { NamedBrand, Outline, TrapKind } from './draw.ts';
import type { Odds } from './odds.ts';
import { phraseFor } from './phrases.ts';
import { makeScriptWriter, type Filling, type Script, type ScriptWriter } from './script.ts';

interface Stage {
  readonly writer: ScriptWriter;
  readonly plan: Outline;
  readonly odds: Odds;
  /** The book of phrases. */
  readonly voice: string;
  /** Sources that are still to be put into the text. */
  readonly links: Site[];
  readonly urlOf: (site: Site) => string;
}

const GLUED = ['wise', 'ly', 'ster', 'ify'];
/** Letters of another script that look the same. */
const LOOKALIKES: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', i: 'і', c: 'с', p: 'р' };

/** Writes the answer that was drawn. Assistants that are asked for their text alone put no links into it. */
export function compose(plan: Outline, odds: Odds, urlOf: (site: Site) => string): Script {
  const writer = makeScriptWriter();
  const hasLinks = odds.question.surface.kind === 'seen';
  const stage: Stage = { writer, plan, odds, voice: voiceOf(plan, odds), links: hasLinks ? [...plan.cited] : [], urlOf };
  if (plan.state === 'empty') return writer.end();
  writer.open('text');
  if (plan.state === 'refused') writer.say(say(stage, 'refused', 61));
  else writeAnswer(stage);
  return writer.end();
}

/** In English, topics that are no samples have phrases of their own, as their sites do: rules must not be written by them. */
function voiceOf({ languageCode }: Outline, { understanding }: Odds): string {
  return languageCode === 'en' && !SAMPLE_TOPICS.includes(understanding.topic.id) ? 'en-unseen' : languageCode;
}

function writeAnswer(stage: Stage): void {
  const { writer, plan, odds } = stage;
  if (plan.echoes) {
    writer.echo(say(stage, 'echo', 62), odds.question.prompt.trim().replaceAll(/\s+/gu, ' '), odds.understanding.brands);
    writer.open('text');
  }
  const { subjects } = odds.understanding.topic;
  const language = plan.languageCode as keyof typeof subjects;
  const words = subjects[language][0] ?? subjects.en[0] ?? odds.understanding.topic.id;
  writer.say(say(stage, 'open', 63), [{ mark: '{k}', text: words }]);
  if (plan.named.length === 0) {
    writer.put(' ');
    writer.say(say(stage, 'none', 64));
    link(stage);
  } else if (plan.form === 'table') writeTable(stage);
  else writeBrands(stage);
  for (const trap of plan.traps) writeTrap(stage, trap);
  writer.open('text');
  writer.say(say(stage, 'close', 65));
  while (stage.links.length > 0) link(stage);
}

function writeBrands(stage: Stage): void {
  const { writer, plan } = stage;
  writer.open('text');
  plan.named.forEach((brand, at) => {
    if (plan.form === 'list') writer.put(`${at === 0 ? '' : '\n'}${at + 1}. `);
    else if (at > 0) writer.put(' ');
    writeBrand(stage, brand);
    if (unit(mix(mix(plan.hash, 66), brand.site.hash)) < 0.6) link(stage);
  });
}

function writeBrand({ writer, plan, voice }: Stage, brand: NamedBrand): void {
  const purpose = `${brand.kind}.${brand.sentiment}`;
  writer.say(phraseFor(voice, purpose, mix(mix(plan.hash, 67), brand.site.hash)), [nameOf(brand, '{n}'), ...rivalOf(plan, brand)]);
}

/** Brands are named first in the rows, and then, those that are more than named, in a sentence. */
function writeTable(stage: Stage): void {
  const { writer, plan, voice } = stage;
  const head = phraseFor(voice, 'head', plan.hash);
  writer.open('table');
  writer.put(
    `| ${head} |\n|${head
      .split('|')
      .map(() => ' --- |')
      .join('')}`,
  );
  for (const brand of plan.named) {
    writer.put('\n| ');
    writer.say(phraseFor(voice, 'row', mix(plan.hash, brand.site.hash)), [
      nameOf({ ...brand, kind: 'named', sentiment: 'neutral' }, '{n}'),
    ]);
    writer.put(' |');
  }
  const more = plan.named.filter(({ kind, sentiment }) => kind !== 'named' || sentiment !== 'neutral');
  if (more.length === 0) return;
  writer.open('text');
  more.forEach((brand, at) => {
    if (at > 0) writer.put(' ');
    writeBrand(stage, brand);
    link(stage);
  });
}

function writeTrap(stage: Stage, { kind, site }: { readonly kind: TrapKind; readonly site: Site }): void {
  stage.writer.open('text');
  const text = maskName(kind, site, stage.plan.hash);
  stage.writer.say(say(stage, kind, 68), [{ mark: '{n}', text, name: { site, kind, sentiment: null } }]);
}

function maskName(kind: TrapKind, { name }: Site, hash: number): string {
  if (kind === 'generic') return name.toLowerCase();
  if (kind === 'inside_longer') return name + pick(GLUED, mix(hash, 69));
  return kind === 'lookalike' ? name.replace(/[aeoicp]/u, (letter) => LOOKALIKES[letter] ?? letter) : name;
}

/** Whom a brand is compared with: the one that was named before it. */
function rivalOf({ named }: Outline, brand: NamedBrand): readonly Filling[] {
  const rival = named[named.indexOf(brand) - 1];
  return rival === undefined ? [] : [nameOf({ ...rival, kind: 'compared', sentiment: 'neutral' }, '{o}')];
}

function nameOf({ site, kind, sentiment }: NamedBrand, mark: Filling['mark']): Filling {
  return { mark, text: site.name, name: { site, kind, sentiment } };
}

function link({ writer, links, urlOf }: Stage): void {
  const site = links.shift();
  if (site !== undefined) writer.cite(site, urlOf(site));
}

function say({ plan, voice }: Stage, purpose: string, salt: number): string {
  return phraseFor(voice, purpose, mix(plan.hash, salt));
}
