import type { AppContext } from '#context';
import { invalid, type FieldProblem } from '#kernel/errors.ts';
import { describeIssue, toProblems } from '#http/input/problems.ts';
import type { ChannelKind } from '../kinds/channel-kind.ts';

type Values = Record<string, unknown>;

/**
 * A configuration as its kind wants it, with addresses that may be sent to.
 * @throws AppError 400 with every problem
 */
export function checkConfig({ channelDoor }: Pick<AppContext, 'channelDoor'>, kind: ChannelKind, config: Values): Values {
  const parsed = kind.config.safeParse(config, { error: describeIssue });
  if (!parsed.success) throw invalid(toProblems(parsed.error, 'config').map(({ path, message }) => ({ path: toPath(path), message })));
  const problems = Object.entries(kind.listAddresses?.(parsed.data) ?? {}).flatMap(([name, address]): FieldProblem[] => {
    const message = channelDoor.findProblem(address);
    return message === undefined ? [] : [{ path: `config.${name}`, message }];
  });
  if (problems.length > 0) throw invalid(problems);
  return parsed.data as Values;
}

function toPath(path: string): string {
  return path === 'config' ? path : `config.${path}`;
}
