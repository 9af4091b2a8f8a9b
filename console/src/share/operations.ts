import { client } from '../../../clients/typescript/src/client.gen.ts';
import type {
  GetPublicSharesByTokenData,
  GetPublicSharesByTokenDataData,
  GetPublicSharesByTokenDataResponses,
  GetPublicSharesByTokenResponses,
  PostPublicSharesByTokenUnlockData,
  PostPublicSharesByTokenUnlockResponses,
} from '#client';

// A shared page asks for nothing else. The generated functions come in one file with those of all screens.

const SHARE: GetPublicSharesByTokenData['url'] = '/api/public/shares/{token}';
const SECTION: GetPublicSharesByTokenDataData['url'] = '/api/public/shares/{token}/data';
const UNLOCK: PostPublicSharesByTokenUnlockData['url'] = '/api/public/shares/{token}/unlock';

type Asked<Data> = Omit<Data, 'url'> & { readonly signal?: AbortSignal };

/** The share, or that it needs its password. */
export function getShare(asked: Asked<GetPublicSharesByTokenData>) {
  return client.get<GetPublicSharesByTokenResponses>({ ...asked, url: SHARE });
}

/** One section of it over some days. */
export function getSection(asked: Asked<GetPublicSharesByTokenDataData>) {
  return client.get<GetPublicSharesByTokenDataResponses>({ ...asked, url: SECTION });
}

/** Gives its password. */
export function unlockShare(asked: Asked<PostPublicSharesByTokenUnlockData>) {
  return client.post<PostPublicSharesByTokenUnlockResponses>({ ...asked, url: UNLOCK, headers: { 'Content-Type': 'application/json' } });
}
