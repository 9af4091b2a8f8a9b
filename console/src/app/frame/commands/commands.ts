import type { IconName } from '#ui/icons/paths.ts';

/** A line of the palette. */
export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly icon: IconName;
  readonly run: () => void;
}

const SHOWN_MAX = 30;

/** Lower is better: the label begins with the text, a word of it does, it holds it. Undefined: it does not fit. */
function rate(label: string, wanted: readonly string[]): number | undefined {
  const text = label.toLowerCase();
  let total = 0;
  for (const [index, word] of wanted.entries()) {
    const place = text.indexOf(word);
    if (place === -1) return undefined;
    total += place === 0 && index === 0 ? 0 : text[place - 1] === ' ' ? 1 : 2;
  }
  return total;
}

/** The commands that fit a text, the best first; without a text all of them, in their own order. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  return commands
    .flatMap((command) => {
      const rating = rate(`${command.label} ${command.hint ?? ''}`, wanted);
      return rating === undefined ? [] : [{ command, rating }];
    })
    .toSorted((one, other) => one.rating - other.rating)
    .slice(0, SHOWN_MAX)
    .map(({ command }) => command);
}
