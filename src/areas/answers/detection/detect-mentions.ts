import { disclaims, disclaimsNext, foldAround } from './disclaimers.ts';
import { findEchoes, repeatsQuestion } from './echoes.ts';
import { findNames, indexNames, type FoundName, type Name, type NameIndex } from './find-names.ts';
import { NOTHING_LEARNED, toCaseKey, toCaseName, toDecisionName, type Learned } from './learned.ts';
import { findListPlaces } from './list-places.ts';
import { findSpan, splitClauses, splitSentences, type Span } from './sentences.ts';
import { splitWords, type Fold, type Word } from './split-words.ts';

/** Counts the changes of what is detected: answers of one version were read by the same rules. */
export const DETECTOR_VERSION = 2;

/** A brand as a project watches it. */
export interface WatchedBrand {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Longer names in which it is not meant. */
  readonly excluded: readonly string[];
  readonly domains: readonly string[];
  /** Its name is a common word too: it needs a second witness. */
  readonly isGeneric: boolean;
}

/** An answer as it is read. */
export interface ReadAnswer {
  /** The sample, by which people decide; undefined: none. */
  readonly sampleId?: string | undefined;
  readonly prompt: string;
  readonly markdown: string;
  /** Registrable domains that it cites. */
  readonly citedDomains: ReadonlySet<string>;
  /** Brands that the provider saw in it. */
  readonly entities: readonly { readonly title: string; readonly domains: readonly string[] }[];
}

/**
 * How a name stands in an answer: `named` is a mention; `disclaimed` in a clause that does not know it or means something else, `echoed` in a repetition of the
 * question, `unsure` a common word without a second witness, and `dismissed` what a person said is not meant, are none.
 */
export const MENTION_KINDS = ['named', 'disclaimed', 'echoed', 'unsure', 'dismissed'] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];
/** By what a brand is known: `person` where people decided it, in this answer or in the same case of another. */
export const WITNESSES = ['text', 'entity', 'both', 'person'] as const;

export interface Mention {
  readonly brandId: string;
  readonly kind: MentionKind;
  /** Among the brands that are named, by their first mention, from 1; null for what is no mention. */
  readonly order: number | null;
  /** The place in a list or table, from 1, of the first mention. */
  readonly listPlace: number | null;
  /** Every place of this kind, in code units of the Markdown. */
  readonly spans: readonly Span[];
  /** Around the first one. */
  readonly sentence: Span;
  readonly witness: (typeof WITNESSES)[number];
  /** The case of the first place (`toCaseKey`). */
  readonly caseKey: string;
}

/** Makes what finds brands in answers; `fold` is what keywords are folded by, `learned` what people said of names. */
export function makeDetector(
  brands: readonly WatchedBrand[],
  fold: Fold,
  learned: Learned = NOTHING_LEARNED,
): (answer: ReadAnswer) => readonly Mention[] {
  const own = brands.flatMap(({ id, name, aliases, excluded }): Name[] => [
    ...[name, ...aliases].map((text) => ({ text, brandId: id })),
    ...excluded.map((text) => ({ text, brandId: undefined })),
  ]);
  return (answer) => {
    const index = indexNames([...own, ...listForeign(answer, own, fold)], fold);
    const words = splitWords(answer.markdown, fold);
    const places = findNames(words, index);
    return places.length === 0 ? [] : toMentions(brands, { answer, index, words, places, fold, learned });
  };
}

/** Names that the provider saw and that are not ours: "Ledger Live" is not Ledger where it is a product of others. */
function listForeign({ entities }: ReadAnswer, own: readonly Name[], fold: Fold): Name[] {
  const known = new Set(own.map(({ text }) => fold(text)));
  return entities.filter(({ title }) => !known.has(fold(title))).map(({ title }) => ({ text: title, brandId: undefined }));
}

interface Reading {
  readonly answer: ReadAnswer;
  readonly index: NameIndex;
  readonly words: readonly Word[];
  readonly places: readonly FoundName[];
  readonly fold: Fold;
  readonly learned: Learned;
}

interface Placed {
  readonly brandId: string;
  readonly kind: MentionKind;
  readonly span: Span;
  readonly sentence: Span;
  readonly caseKey: string;
  /** People decided the same case: the brand is meant, or it is not. */
  readonly isDecided: boolean;
}

function toMentions(brands: readonly WatchedBrand[], reading: Reading): Mention[] {
  const { answer, learned } = reading;
  const placed = placeNames(reading);
  const judged = brands.flatMap((brand) => {
    const mine = placed.filter(({ brandId }) => brandId === brand.id);
    const decided = answer.sampleId === undefined ? undefined : learned.answers.get(toDecisionName(answer.sampleId, brand.id));
    return decided === undefined ? judgeBrand(brand, mine, answer) : decideBrand(brand, mine, decided);
  });
  const named = judged.filter(({ kind }) => kind === 'named').toSorted((one, other) => firstOf(one) - firstOf(other));
  const linePlaces = makeLinePlaces(answer.markdown);
  return judged.map((mention) => ({
    ...mention,
    order: mention.kind === 'named' ? named.indexOf(mention) + 1 : null,
    listPlace: linePlaces(firstOf(mention)),
  }));
}

function placeNames({ answer: { markdown, prompt }, index, words, places, fold, learned }: Reading): Placed[] {
  const question = splitWords(prompt, fold);
  const echoed = findEchoes(words, question);
  const prompted = new Set(findNames(question, index).map(({ brandId }) => brandId));
  const sentences = splitSentences(markdown);
  return places.map(({ brandId, at, words: length }) => {
    const name = { from: words[at]?.from ?? 0, to: words[at + length - 1]?.to ?? 0 };
    const sentence = findSpan(sentences, name.from) ?? name;
    const isEchoed = echoed[at] === true || (prompted.has(brandId) && repeatsQuestion(markdown, sentence, { name, fold }));
    const kind = isEchoed ? 'echoed' : isDisclaimed({ markdown, sentences, sentence, name, fold }) ? 'disclaimed' : 'named';
    const caseKey = toCaseKey(markdown, words, { at, length, sentence });
    // What people said of a name holds where it would be a mention: what is echoed or disclaimed is none either way.
    const decided = kind === 'named' ? learned.cases.get(toCaseName(brandId, caseKey)) : undefined;
    return { brandId, kind: decided === false ? 'dismissed' : kind, span: name, sentence, caseKey, isDecided: decided !== undefined };
  });
}

interface NameInText {
  readonly markdown: string;
  readonly sentences: readonly Span[];
  readonly sentence: Span;
  readonly name: Span;
  readonly fold: Fold;
}

function isDisclaimed({ markdown, sentences, sentence, name, fold }: NameInText): boolean {
  const clause = findSpan(splitClauses(markdown, sentence), name.from) ?? sentence;
  const said = foldAround(markdown, clause, { name, fold });
  if (disclaims(said)) return true;
  const end = clause.to < sentence.to ? sentence.to : (sentences[sentences.indexOf(sentence) + 1]?.to ?? sentence.to);
  return disclaimsNext(said, fold(markdown.slice(clause.to, end)));
}

type Judged = Omit<Mention, 'order' | 'listPlace'>;

/** A brand that is named anywhere is mentioned once; what is no mention counts only without one. */
function judgeBrand(brand: WatchedBrand, placed: readonly Placed[], answer: ReadAnswer): Judged[] {
  const isEntity = isSeen(brand, answer);
  const kinds = (['named', 'disclaimed', 'echoed', 'dismissed'] as const).flatMap((kind) => {
    const own = placed.filter((one) => one.kind === kind);
    const [first] = own;
    return first === undefined ? [] : [{ kind, first, spans: own.map(({ span }) => span), isDecided: own.some((one) => one.isDecided) }];
  });
  const [strongest] = kinds;
  if (strongest === undefined) return [];
  const isUnsure = strongest.kind === 'named' && brand.isGeneric && !strongest.isDecided && !hasWitness(brand, strongest.spans, answer);
  return [
    {
      brandId: brand.id,
      kind: isUnsure ? 'unsure' : strongest.kind,
      spans: strongest.spans,
      sentence: strongest.first.sentence,
      witness: strongest.isDecided ? 'person' : isEntity ? 'both' : 'text',
      caseKey: strongest.first.caseKey,
    },
  ];
}

/** A person looked at this answer: that decides, however the name stands in it. */
function decideBrand({ id }: WatchedBrand, placed: readonly Placed[], isMention: boolean): Judged[] {
  const [first] = placed;
  if (first === undefined) return [];
  const { sentence, caseKey } = first;
  return [
    { brandId: id, kind: isMention ? 'named' : 'dismissed', spans: placed.map(({ span }) => span), sentence, witness: 'person', caseKey },
  ];
}

/**
 * A common word is the brand where the provider saw it with its domain, where it is written as a name and its site is cited, and where its
 * form leaves no doubt: several words with capitals, or one that is set off as the name of an entry.
 */
function hasWitness(brand: WatchedBrand, spans: readonly Span[], answer: ReadAnswer): boolean {
  if (isSeen(brand, answer)) return true;
  const isCited = brand.domains.some((domain) => answer.citedDomains.has(domain));
  return spans.some(({ from, to }) => {
    const words = answer.markdown.slice(from, to).split(/[\s-]+/u);
    if (!words.every((word) => CAPITAL.test(word))) return false;
    return isCited || words.length > 1 || SET_OFF.test(answer.markdown.slice(Math.max(0, from - 8), from));
  });
}

const CAPITAL = /^[\p{Lu}\p{N}]/u;
/** Bold text, the text of a link, a cell of a table. */
const SET_OFF = /(?:\*\*|__|\[|\|\s*)$/u;

function isSeen({ domains }: WatchedBrand, { entities }: ReadAnswer): boolean {
  return entities.some((entity) => entity.domains.some((domain) => domains.includes(domain)));
}

function firstOf({ spans }: Pick<Mention, 'spans'>): number {
  return spans[0]?.from ?? 0;
}

function makeLinePlaces(markdown: string): (place: number) => number | null {
  const lines = markdown.split('\n');
  const places = findListPlaces(lines);
  return (place) => places[markdown.slice(0, place).split('\n').length - 1] ?? null;
}
