import { foldAround, NAME_MARK } from './disclaimers.ts';
import type { Span } from './sentences.ts';
import type { Fold, Word } from './split-words.ts';

/** A repetition of the question takes this share of its words, one after the other, and at least so many. */
const SHARE_MIN = 0.7;
const WORDS_MIN = 4;

/**
 * Whether a word of an answer stands in a repetition of the question: a run of the question's own words in their order. A name in it
 * is the asker's, not the assistant's.
 * @returns for each word of the answer
 */
export function findEchoes(answer: readonly Word[], prompt: readonly Word[]): readonly boolean[] {
  const needed = Math.max(Math.min(WORDS_MIN, prompt.length), Math.ceil(prompt.length * SHARE_MIN));
  const echoed = answer.map(() => false);
  if (prompt.length < 2) return echoed;
  const places = Map.groupBy(
    prompt.map(({ folded }, at) => ({ folded, at })),
    ({ folded }) => folded,
  );
  for (let at = 0; at < answer.length; at += 1)
    for (const { at: start } of places.get(answer[at]?.folded ?? '') ?? []) {
      let length = 0;
      while (prompt[start + length] !== undefined && answer[at + length]?.folded === prompt[start + length]?.folded) length += 1;
      if (length >= needed) echoed.fill(true, at, at + length);
    }
  return echoed;
}

const gap = (most: number): string => `(?:\\S+ ){0,${most}}`;
/** What opens an answer before it comes to the point. */
const OPENING = `^(?:(?:so|ok|okay|right|sure|well|great|good|fair|thanks|thank you|certainly|absolutely|first|also|hi|hello|question|and) ){0,3}`;
const ABOUT = '(?:about|on|if|whether|how|what|which|why|is|are|can|does|do|should|was|of|regarding|ob|zu|nach|si|sur|est|es|sobre)';
const ASKED =
  '(?:asks?|asked|asking|wonder|wondered|wondering|curious|interested|deciding|thinking|unsure|(?:want|wanted|like|need) to (?:know|hear|find out|learn|understand)|question|fragen|fragst|frage|wissen|demandez|demande|demander|savoir|question|pregunta|preguntas|preguntar|saber)';
/** Ways to say again what was asked, with a mark in place of the name. */
const REPEATS = [
  `${OPENING}(?:i (?:understand|see|gather|take it|hear) (?:that )?)?(?:you|your|sie|du|ihre|deine|vous|votre|tu|usted|su) ${gap(4)}${ASKED} (?:${gap(3)}${ABOUT} )?${gap(3)}${NAME_MARK}`,
  `${OPENING}(?:i (?:understand|see|gather|take it|hear) (?:that )?)?you ${gap(4)}(?:considering|looking (?:at|into)|comparing|weighing(?: up)?) ${gap(3)}${NAME_MARK}`,
  `${OPENING}for (?:asking|your question|your interest) ${gap(5)}${NAME_MARK}`,
  `${OPENING}(?:regarding|concerning|as to|as for|on|about|to answer|in answer to|re|zu|concernant|sobre) (?:the|your|ihrer|deiner|votre|tu|su) (?:question|query|request|prompt|frage|pregunta|demande) ${gap(6)}${NAME_MARK}`,
  `${OPENING}(?:the |your )?(?:question|query|prompt|frage|pregunta) (?:${gap(2)}${ABOUT} )?${gap(3)}${NAME_MARK}`,
  `(?:your|the) (?:question|query|request) (?:about|on|if|whether|regarding|of) ${gap(4)}${NAME_MARK}`,
  `${OPENING}(?:to (?:answer|say|judge|see|decide)|let (?:me|us)|lets|i ll|i will) ${gap(4)}(?:if|whether) ${gap(3)}${NAME_MARK}`,
  `${OPENING}${gap(4)}whether ${gap(2)}${NAME_MARK}`,
  `(?:asking|deciding|wondering|judging|considering) (?:if|whether) ${gap(3)}${NAME_MARK}`,
  `${OPENING}(?:the )?(?:short |quick |brief |honest |simple )?answer to ${gap(6)}${NAME_MARK}`,
].map((form) => new RegExp(form, 'u'));
/** Says that a question was asked, and something else of the name. */
const ANSWERS = new RegExp(`\\b(?:answered|solved|settled) (?:\\S+ ){0,2}by ${NAME_MARK}`, 'u');
const QUESTION_END = /[?？]["'”’»)*_]*$/u;

/**
 * Whether a sentence says again what was asked, or asks it, before or around a name. It is for names that stand in the question: others
 * are the assistant's own.
 */
export function repeatsQuestion(text: string, sentence: Span, of: { readonly name: Span; readonly fold: Fold }): boolean {
  if (QUESTION_END.test(text.slice(sentence.from, sentence.to))) return true;
  const said = foldAround(text, sentence, of);
  return !ANSWERS.test(said) && REPEATS.some((form) => form.test(said));
}
