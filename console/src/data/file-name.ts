import type { Day } from './time/days.ts';

const PART_LETTERS = 60;

/** A name for a file: what it holds, of which project and other subject, on which day: `keywords-acme-shop-2026-11-26`. */
export function toFileName(what: string, subjects: readonly (string | undefined)[], day: Day): string {
  return [what, ...subjects.map((subject) => subject ?? ''), day].map(toPart).filter(Boolean).join('-');
}

/** Letters of every script stay; what file systems and address bars stumble over is a dash. */
function toPart(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, '-');
  return words.slice(0, PART_LETTERS).replaceAll(/^[-.]+|[-.]+$/gu, '');
}
