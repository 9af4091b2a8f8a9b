import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getAppStoreCategories } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { Answered, Loading } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { findNewest } from './categories.ts';

const NARROW = { active_only: true, limit: 1000, fields: ['category_id', 'platform', 'last_scraped_at'] };
/** All apps of the App Store: where the way begins when nothing was read yet. */
const FIRST = { platform: 'store_a', category_id: '36' } as const;

/** Leads to the list that was read last. */
export function View() {
  const answerA = useAnswer(getAppStoreCategories, { query: { platform: 'store_a' as const, ...NARROW } });
  const answerB = useAnswer(getAppStoreCategories, { query: { platform: 'store_b' as const, ...NARROW } });
  return (
    <>
      <PageHeader title="Store charts" />
      <Answered answer={answerA} height={480}>
        {(storeA) => (
          <Answered answer={answerB} height={480}>
            {(storeB) => <Leave {...(findNewest([...storeA.categories, ...storeB.categories]) ?? FIRST)} />}
          </Answered>
        )}
      </Answered>
    </>
  );
}

function Leave({ platform, category_id: categoryId }: { readonly platform: string; readonly category_id: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: '/stores/$platform/$categoryId', params: { platform, categoryId }, replace: true } as never);
  }, [navigate, platform, categoryId]);
  return <Loading height={480} />;
}
