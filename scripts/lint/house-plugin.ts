/**
 * Lint rules of this project that no ready-made rule covers. Loaded by oxlint through
 * `jsPlugins` in `.oxlintrc.json`.
 */

interface SyntaxNode {
  readonly callee: { readonly type: string; readonly name?: string };
  readonly arguments: readonly unknown[];
}

interface RuleContext {
  report(finding: { readonly node: SyntaxNode; readonly message: string }): void;
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

// oxlint takes a plugin from the default export.
// oxlint-disable-next-line import/no-default-export
export default { meta: { name: 'house' }, rules: { 'no-current-date': noCurrentDate } };
