import { spawnSync } from 'node:child_process';

export interface Changed {
  /** What the files are compared with. */
  readonly since: string;
  /** Changed, added, removed and not yet tracked, in the order of their paths; a moved file at both. */
  readonly files: readonly string[];
}

/** Where a branch left `main`: what is committed since and what is not. On `main` that is what is not committed. */
const MAINS = ['main', 'origin/main'];

/** @param ref what to compare with; empty: where the branch left `main`, and `HEAD` where there is no `main` */
export function listChanged(root: string, ref: string): Changed {
  const since = ref === '' ? findStart(root) : ref;
  const differing = git(root, ['diff', '--name-only', '--no-renames', '-z', since, '--']);
  const untracked = git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  const files = `${differing}${untracked}`.split('\0').filter((file) => file !== '');
  return { since, files: [...new Set(files)].toSorted() };
}

function findStart(root: string): string {
  for (const main of MAINS) {
    const { status, stdout } = spawnSync('git', ['merge-base', main, 'HEAD'], { cwd: root, encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return 'HEAD';
}

function git(root: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`git ${parameters.join(' ')}: ${stderr.trim()}`);
  return stdout;
}
