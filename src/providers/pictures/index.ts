import type { HttpClient } from '../http-client.ts';
import { SERVICE } from './services.ts';

const TIMEOUT_MS = 15_000;
const REDIRECTS_MAX = 3;
/** An icon of 1024 by 1024 pixels is far smaller. */
const PICTURE_BYTES_MAX = 2 * 1024 * 1024;

/** Reads pictures of the web. */
export interface Pictures {
  /**
   * The bytes at an address, at most 2 MiB. What they are is not looked at. Nothing private is called.
   * @throws OutsideError
   */
  fetchPicture(url: string, signal?: AbortSignal): Promise<Buffer>;
}

export function makePictures(http: Pick<HttpClient, 'request'>): Pictures {
  return {
    fetchPicture: async (url, signal) => {
      const { body } = await http.request({
        service: SERVICE,
        url,
        isPage: true,
        headers: { accept: 'image/webp,image/png,image/jpeg' },
        timeoutMs: TIMEOUT_MS,
        redirectsMax: REDIRECTS_MAX,
        responseBytesMax: PICTURE_BYTES_MAX,
        signal,
      });
      return body;
    },
  };
}
