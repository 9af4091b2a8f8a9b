import { WORDS } from './denial-words.ts';

/** A form of words in a folded text, with `@` in place of the name. */
export interface Frame {
  readonly says: RegExp;
  /** Words with which it says something else. */
  readonly unless: RegExp | undefined;
}

const GROUP = /\b[A-Z][A-Z_]+\b/gu;
const groups = new Map<string, string>();
for (const [name, words] of WORDS) groups.set(name, fill(words));

/** A part of a form with its groups of words written out. */
export function fill(part: string): string {
  return part.replaceAll(GROUP, (name) => groups.get(name) ?? name);
}

/** The forms of a text (`denials.ts`), in their order. */
export function toFrames(text: string): readonly Frame[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(toFrame);
}

function toFrame(line: string): Frame {
  const [form = '', unless] = line.split(' ! ');
  const words = splitParts(form).map((part) => {
    if (part === '...') return '(?:.* )?';
    return part.startsWith('~') ? `(?:\\S+ ){0,${part.slice(1)}}` : `${fill(part)} `;
  });
  // Parts that may be missing have their blank inside.
  const says = words.map((word) => (/ \)\?? $/u.test(word) ? word.slice(0, -1) : word)).join('');
  return {
    says: new RegExp(`(?:^|(?<= ))${says.trimEnd()}(?= |$)`, 'u'),
    unless: unless === undefined ? undefined : new RegExp(fill(unless), 'u'),
  };
}

/** Cut at blanks that stand in no brackets. */
function splitParts(form: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of form) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ' ' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.filter((part) => part !== '');
}
