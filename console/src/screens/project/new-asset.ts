import { postAssets, type Asset, type PostAssetsData, type PostAssetsResponse } from '#client';
import { ask } from '#data/answers/answers.ts';
import { toDomainStatusUrl } from '#data/domain-status.ts';
import type { Price } from '#ui/actions/confirm-price.tsx';

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
export async function addAsset(asset: NewAsset): Promise<PostAssetsResponse> {
  return await ask(postAssets, { body: asset as Body });
}

/** Where the end of what an added asset has begun is asked for. */
export function listEndsOfAsset(answer: PostAssetsResponse): string[] {
  if (!('asset' in answer)) return [];
  const { asset, status_url: url } = answer;
  if (asset.type === 'website') return [toDomainStatusUrl(asset.value)];
  return url === null ? [] : [url];
}
