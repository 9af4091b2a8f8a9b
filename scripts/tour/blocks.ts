/** A command block of the README's tour and the answer that is printed under it. */
export interface TourBlock {
  readonly line: number;
  readonly commands: string;
  /** The printed answer, parsed. `undefined`: the block prints nothing. */
  readonly printed: unknown;
}

const BLOCK = /^```sh tour\n(?<commands>[\s\S]*?)^```\n(?:\n```json\n(?<answer>[\s\S]*?)^```\n)?/gmu;
const LINE_WIDTH = 140;

/** The blocks marked `sh tour`, in order, each with the `json` block right after it. */
export function readBlocks(markdown: string): TourBlock[] {
  return [...markdown.matchAll(BLOCK)].map((match) => ({
    line: markdown.slice(0, match.index).split('\n').length,
    commands: match.groups?.['commands'] ?? '',
    printed: match.groups?.['answer'] === undefined ? undefined : JSON.parse(match.groups['answer']),
  }));
}

/** The document with other answers under its blocks, in their order. */
export function replaceAnswers(markdown: string, answers: readonly unknown[]): string {
  let at = 0;
  return markdown.replaceAll(BLOCK, (block: string, commands: string, answer: string | undefined) => {
    const next = answers[at];
    at += 1;
    return answer === undefined || next === undefined ? block : `\`\`\`sh tour\n${commands}\`\`\`\n\n\`\`\`json\n${layOut(next)}\n\`\`\`\n`;
  });
}

/** JSON with everything on one line that fits there. */
function layOut(value: unknown, indent = ''): string {
  const line = toLine(value);
  if (line.length + indent.length <= LINE_WIDTH || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => deeper + layOut(item, deeper)).join(',\n')}\n${indent}]`;
  const fields = Object.entries(value).map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${layOut(item, deeper)}`);
  return `{\n${fields.join(',\n')}\n${indent}}`;
}

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${toLine(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
