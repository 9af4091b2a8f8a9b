/**
 * Lint rules of this project that no ready-made rule covers. Loaded by oxlint through
 * `jsPlugins` in `.oxlintrc.json`.
 */
import { findQuotedColumns } from './plain-columns.ts';
import { findRefusedWords } from './plain-words.ts';

interface SyntaxNode {
  readonly callee: { readonly type: string; readonly name?: string; readonly property?: { readonly name?: string } };
  readonly arguments: readonly unknown[];
}

interface TextNode {
  /** Of a string its value, of a piece of a template an object with the text. */
  readonly value: unknown;
}

interface Comment {
  readonly value: string;
  readonly loc: unknown;
}

interface RuleContext {
  readonly sourceCode: { getAllComments(): readonly Comment[] };
  report(finding: ({ readonly node: SyntaxNode | TextNode } | { readonly loc: unknown }) & { readonly message: string }): void;
}

/** `new Date()` without arguments reads the machine's time past the clock that the context carries. */
const noCurrentDate = {
  create(context: RuleContext) {
    return {
      NewExpression(node: SyntaxNode): void {
        const isCurrentDate = node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0;
        if (isCurrentDate)
          context.report({ node, message: 'Take the time from the clock in the context: `new Date()` belongs to the kernel.' });
      },
    };
  },
};

/** Comments name who does what, in words that every reader knows (CONTRIBUTING.md, "Style"). */
const plainWords = {
  create(context: RuleContext) {
    return {
      Program(): void {
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          const words = findRefusedWords(value);
          if (words.length > 0) context.report({ loc, message: `Say it in plain words, without: ${words.join(', ')}.` });
        }
      },
    };
  },
};

/** What the engine that buys answers does with the provider's queue: post, list, collect. */
const BUYING: ReadonlySet<string | undefined> = new Set(['postTasks', 'listReadyTasks', 'fetchTask']);

/** A task that is posted past the engine is in no queue: a crash would lose what it cost. On for areas (`.oxlintrc.json`). */
const boughtByPurchases = {
  create(context: RuleContext) {
    return {
      CallExpression(node: SyntaxNode): void {
        if (node.callee.type === 'MemberExpression' && BUYING.has(node.callee.property?.name))
          context.report({ node, message: "Ask by a question in the manifest: src/purchases is the only user of the provider's queue." });
      },
    };
  },
};

/** A column is spelt once: as in the database. */
const plainColumns = {
  create(context: RuleContext) {
    const look = (node: TextNode, text: unknown): void => {
      const names = typeof text === 'string' ? findQuotedColumns(text) : [];
      if (names.length > 0)
        context.report({ node, message: `Rows arrive in camel case: write ${names.join(', ')} in snake case, unquoted.` });
    };
    return {
      Literal: (node: TextNode): void => look(node, node.value),
      TemplateElement: (node: TextNode): void => look(node, (node.value as { readonly raw: string }).raw),
    };
  },
};

// oxlint takes a plugin from the default export.
// oxlint-disable-next-line import/no-default-export
export default {
  meta: { name: 'house' },
  rules: {
    'no-current-date': noCurrentDate,
    'plain-columns': plainColumns,
    'plain-words': plainWords,
    'bought-by-purchases': boughtByPurchases,
  },
};
