import { useDebouncedValue } from '@mantine/hooks';
import { getSitePreview, type GetSitePreviewResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { describeProblem, readDomains } from '../domains/read-domains.ts';

const TYPING_MS = 300;
/** What a simulated world offers is known with any site; while none is typed, this one is asked about. */
const NO_SITE = 'example.com';

export type Preview = GetSitePreviewResponse;
export type Offer = NonNullable<Preview['simulated']>['offer'];

interface SitePreview {
  /** Undefined while the site is not whole, or is not known yet. */
  readonly preview: Preview | undefined;
  readonly offer: Offer | undefined;
  readonly error: ApiError | null;
  /** What is wrong with the address, in words. */
  readonly problem: string | undefined;
  /** The preview is that of what is typed now. */
  readonly isCurrent: boolean;
}

/** What follows from the address of a website, while it is typed. */
export function useSitePreview(typed: string): SitePreview {
  const { isSandbox } = useSession();
  const [site = ''] = readDomains(typed);
  const problem = site === '' ? undefined : describeProblem([site]);
  const isWhole = site !== '' && problem === undefined;
  const [asked] = useDebouncedValue(isWhole ? site : '', TYPING_MS);
  const { data, error, isPlaceholderData } = useAnswer(
    getSitePreview,
    { query: { url: asked === '' ? NO_SITE : asked } },
    { isWanted: asked !== '' || isSandbox },
  );
  const preview = isWhole && asked !== '' && !isPlaceholderData ? data : undefined;
  return { preview, offer: data?.simulated?.offer, error, problem, isCurrent: asked === site };
}
