import type { AppContext } from '#context';
import type { Market } from './market.ts';
import { listBestPositions, type BestPosition } from './store/best-positions.ts';

export interface OwnPositionsQuestion {
  /** Normalized host. */
  readonly domain: string;
  /** For which they are read: with SHARE_CACHE=organization only what it had fetched itself. */
  readonly organizationId: string | null;
  readonly market: Market;
  /** Whether the organization has had the list for itself, whatever is shared. */
  readonly canRead: boolean;
}

/** What a domain ranks for, by what was fetched of it: its best unpaid position for each keyword, by the keyword. */
export async function findOwnPositions(
  { postgres, config }: Pick<AppContext, 'postgres' | 'config'>,
  question: OwnPositionsQuestion,
): Promise<ReadonlyMap<string, BestPosition>> {
  const isShared = question.canRead || config.shareCache === 'service';
  const positions = await listBestPositions(postgres, { ...question, isShared });
  return new Map(positions.map((position) => [position.keyword, position]));
}
