import { postAssets, type Asset, type PostAssetsData } from '../../../../clients/typescript/src/index.ts';
import { ask } from '../../data/answers.ts';
import type { Price } from '../../ui/confirm-price.tsx';

type Body = PostAssetsData['body'];

export interface NewAsset {
  readonly project_id: string;
  readonly type: Asset['type'];
  readonly role: Asset['role'];
  readonly value: string;
}

/**
 * What it costs to add an asset and to fetch what is known of it.
 * @throws ApiError when the service refuses the asset
 */
export async function askPriceOfAsset(asset: NewAsset): Promise<Price> {
  const answer = await ask(postAssets, { body: { ...asset, dry_run: true } as Body });
  return 'estimate' in answer ? { estimate: answer.estimate } : { estimate: { calls: 0, cost_usd: 0 } };
}

/** @throws ApiError when the service refuses the asset */
export async function addAsset(asset: NewAsset): Promise<unknown> {
  return await ask(postAssets, { body: asset as Body });
}
