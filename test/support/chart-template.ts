/** The part of Go's template language that the chart uses; anything else throws. */

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly pipeline: string }
  | { readonly kind: 'if' | 'with' | 'range'; readonly pipeline: string; readonly body: TemplateNode[]; readonly otherwise: TemplateNode[] }
  | { readonly kind: 'define'; readonly name: string; readonly body: TemplateNode[] };

interface Open {
  readonly kind: 'if' | 'with' | 'range' | 'define';
  readonly given: string;
  readonly body: TemplateNode[];
  readonly otherwise: TemplateNode[];
  isOtherwise: boolean;
}

/** @throws when blocks do not balance */
export function parseTemplate(text: string): TemplateNode[] {
  const top: TemplateNode[] = [];
  const stack: Open[] = [];
  const add = (node: TemplateNode): void => {
    const open = stack.at(-1);
    (open === undefined ? top : open.isOtherwise ? open.otherwise : open.body).push(node);
  };
  for (const piece of split(text)) {
    if (typeof piece !== 'string') {
      add({ kind: 'text', text: piece.text });
      continue;
    }
    const [, word = '', given = ''] = /^(if|with|range|define|else|end)\b\s*(.*)$/su.exec(piece) ?? [];
    const open = stack.at(-1);
    if (word === '') add({ kind: 'output', pipeline: piece });
    else if (word === 'else' && open !== undefined && given === '') open.isOtherwise = true;
    else if (word === 'end' && open !== undefined) {
      stack.pop();
      add(close(open));
    } else if (word === 'else' || word === 'end') throw new Error(`{{ ${piece} }} has no beginning`);
    else stack.push({ kind: word as Open['kind'], given, body: [], otherwise: [], isOtherwise: false });
  }
  const unfinished = stack.at(-1);
  if (unfinished !== undefined) throw new Error(`{{ ${unfinished.kind} ${unfinished.given} }} has no end`);
  return top;
}

function close({ kind, given, body, otherwise }: Open): TemplateNode {
  if (kind === 'define') return { kind, name: JSON.parse(given) as string, body };
  return { kind, pipeline: given, body, otherwise };
}

/** Texts, and what stands in braces; `{{-` and `-}}` take the white space beside them away. */
function split(text: string): (string | { readonly text: string })[] {
  const pieces: (string | { readonly text: string })[] = [];
  let at = 0;
  let trimsStart = false;
  for (const match of text.matchAll(/\{\{(-?)\s*((?:"[^"]*"|[^}"])*?)\s*(-?)\}\}/gu)) {
    const before = text.slice(at, match.index);
    const startTrimmed = trimsStart ? before.trimStart() : before;
    pieces.push({ text: match[1] === '-' ? startTrimmed.trimEnd() : startTrimmed }, match[2] ?? '');
    trimsStart = match[3] === '-';
    at = match.index + match[0].length;
  }
  const rest = text.slice(at);
  if (/\{\{|\}\}/u.test(rest) || pieces.some((piece) => typeof piece !== 'string' && /\{\{|\}\}/u.test(piece.text)))
    throw new Error('braces do not balance');
  return [...pieces, { text: trimsStart ? rest.trimStart() : rest }];
}
